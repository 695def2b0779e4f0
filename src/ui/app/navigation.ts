import { signal } from '@preact/signals';
import { base, toAddress } from './base.ts';
import { toPath, toRoute, type Route } from './router.ts';

const readRoute = (): Route => toRoute(location.pathname, location.search, base.pathname);

/** The current page. */
export const route = signal<Route>({ page: 'home', material: null });

/** Returns the URL of a page, for `href`. */
export const toHref = (to: Exclude<Route, { page: 'missing' }>): string => toAddress(toPath(to));

/** Navigates to a page like a click on its link. */
export function goTo(to: Exclude<Route, { page: 'missing' }>): void {
  history.pushState(null, '', toHref(to));
  arrive();
}

/** The number of navigations so far. */
let visits = 0;

/**
 * Returns a navigate function for work that ends with a navigation; call it before the work starts. It does nothing
 * if the user has left the page meanwhile, even if they returned.
 */
export function fromHere(): typeof goTo {
  const visit = visits;
  return (to) => {
    if (visits === visit) {
      goTo(to);
    }
  };
}

/** Shows the page of the current URL, and handles links and the history from now on. */
export function startNavigation(): void {
  pinLinks();
  showRoute();
  addEventListener('popstate', showRoute);
  document.addEventListener('click', followLink);
}

/** Makes the URLs of icon and manifest absolute: browsers resolve them again after a navigation. */
function pinLinks(): void {
  for (const link of document.head.querySelectorAll<HTMLLinkElement>('link[href^="./"]')) {
    link.setAttribute('href', link.href);
  }
}

/** The path of the current page. */
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
 * Runs after the render: screen readers then announce the new page, and the next Tab starts in it. Its code may still be
 * loading; if the user has moved the focus from `before` meanwhile, the focus stays.
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
