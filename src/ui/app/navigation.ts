import { signal } from '@preact/signals';
import { base, toAddress } from './base.ts';
import { toPath, toRoute, type Route } from './router.ts';

const readRoute = (): Route => toRoute(location.pathname, location.search, base.pathname);

/** The current page. */
export const route = signal<Route>({ page: 'home', material: null });

/** The address of a page, for `href`. */
export const toHref = (to: Exclude<Route, { page: 'missing' }>): string => toAddress(toPath(to));

/** Navigates to a page, as a click on its link does. */
export function goTo(to: Exclude<Route, { page: 'missing' }>): void {
  history.pushState(null, '', toHref(to));
  arrive();
}

/** How often another page was gone to. */
let visits = 0;

/**
 * For work that ends on another page, before it begins: gives what goes there, unless the person has left the page meanwhile, also
 * where they have come back.
 */
export function fromHere(): typeof goTo {
  const visit = visits;
  return (to) => {
    if (visits === visit) {
      goTo(to);
    }
  };
}

/** Shows the page of the current address, and handles links and the history from now on. */
export function startNavigation(): void {
  pinLinks();
  showRoute();
  addEventListener('popstate', showRoute);
  document.addEventListener('click', followLink);
}

/** Makes the addresses of icon and manifest absolute: browsers resolve them again after a navigation. */
function pinLinks(): void {
  for (const link of document.head.querySelectorAll<HTMLLinkElement>('link[href^="./"]')) {
    link.setAttribute('href', link.href);
  }
}

/** The path of the page that is shown. */
let shownPath = '';

function showRoute(): void {
  if (location.pathname !== shownPath) {
    shownPath = location.pathname;
    visits += 1;
  }
  route.value = readRoute();
}

function arrive(): void {
  showRoute();
  scrollTo(0, 0);
  focusHeading(document.activeElement, 120);
}

/**
 * After the render: screen readers then announce the new page, and the next Tab starts in it. Its code may still be on its way;
 * the focus stays with a person who has gone on from `before` meanwhile.
 */
function focusHeading(before: Element | null, framesLeft: number): void {
  requestAnimationFrame(() => {
    const { activeElement, body } = document;
    if (activeElement !== null && activeElement !== before && activeElement !== body) {
      return;
    }
    const heading = document.querySelector<HTMLElement>('main h1');
    heading?.focus({ preventScroll: true });
    if (!heading && framesLeft > 0) {
      focusHeading(before, framesLeft - 1);
    }
  });
}

function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const isPlainClick = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !isPlainClick || event.defaultPrevented || link.target !== '' || link.hasAttribute('download')) {
    return;
  }
  const url = new URL(link.href);
  const isOurs = url.origin === location.origin && url.pathname.startsWith(base.pathname);
  const isHere = url.pathname === location.pathname && url.hash !== '';
  if (isOurs && !isHere && toRoute(url.pathname, url.search, base.pathname).page !== 'missing') {
    event.preventDefault();
    history.pushState(null, '', url);
    arrive();
  }
}
