import type { Page } from 'playwright-core';
import { isFirefox } from './browser.ts';

/** The element with the focus: "button Approve"; empty if no element has it. */
export const focused = (page: Page): Promise<string> => page.evaluate(describeFocus).then(({ words }) => words);

/** The focused element and its problems for keyboard users. */
type Stop = { readonly words: string; readonly faults: readonly string[] };

/** A keyboard user: moves from control to control, and checks that each has a name, is visible, and shows the focus. */
export class Keyboard {
  /** The problems that were found on the way. */
  readonly faults = new Set<string>();
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      await this.#page.keyboard.press(key);
    }
  };

  type = (text: string): Promise<void> => this.#page.keyboard.insertText(text);

  /**
   * Presses Tab, or Shift+Tab with `way` -1, until a control with this role and name has the focus. Throws after a
   * round of the page without it.
   */
  async reach(words: string | RegExp, way: 1 | -1 = 1): Promise<string> {
    const passed: string[] = [];
    for (let count = 0; count < 150; count += 1) {
      const stop = await this.#page.evaluate(describeFocus);
      if (typeof words === 'string' ? stop.words === words : words.test(stop.words)) {
        return stop.words;
      }
      passed.push(stop.words);
      await this.press(way === 1 ? 'Tab' : 'Shift+Tab');
      const next = await this.#page.evaluate(describeFocus);
      next.faults.forEach((fault) => this.faults.add(fault));
    }
    throw new Error(`Tab does not reach ${String(words)}, only:\n${[...new Set(passed)].join('\n')}`);
  }

  /** Moves the focus to a control and presses a key on it. */
  async use(words: string | RegExp, key = 'Enter', way: 1 | -1 = 1): Promise<void> {
    await this.reach(words, way);
    await this.press(key);
  }
}

/** Opens the context menu of the focused element, by its key. Firefox sends no event for a key of the protocol. */
export async function openMenu(page: Page): Promise<void> {
  if (!isFirefox) {
    await page.keyboard.press('Shift+F10');
    return;
  }
  await page.evaluate(() => {
    const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  });
}

/** Runs in the page. */
function describeFocus(): Stop {
  const roles: Readonly<Record<string, string>> = { a: 'link', li: 'listitem' };
  const element = document.activeElement;
  if (!element || element === document.body) {
    return { words: '', faults: [] };
  }
  const getText = (ids: string | null): string =>
    (ids ?? '')
      .split(/\s+/)
      .map((id) => document.querySelector(`#${CSS.escape(id || '-')}`)?.textContent ?? '')
      .join(' ');
  const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
  const name = [
    getText(element.getAttribute('aria-labelledby')),
    element.getAttribute('aria-label'),
    labels.map(({ textContent }) => textContent).join(' '),
    element.closest('input, select, textarea') ? '' : element.textContent,
    element.getAttribute('title'),
  ]
    .map((text) => (text ?? '').replace(/\s+/g, ' ').trim())
    .find((text) => text !== '');
  const role =
    element.getAttribute('role') ??
    (element instanceof HTMLInputElement ? element.type : (roles[element.localName] ?? element.localName));
  const words = `${role} ${name ?? ''}`.trim();
  const box = (element instanceof HTMLInputElement && labels[0] ? labels[0] : element).getBoundingClientRect();
  const own = element.getBoundingClientRect();
  const isIn = (at: DOMRect): boolean => at.right > 0 && at.bottom > 0 && at.left < innerWidth && at.top < innerHeight;
  const isOutlined = (one: Element, part?: string): boolean => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one, part);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  };
  // A card or a label may show the focus of its content, and the element after a hidden radio button shows that of the
  // button.
  const around = [element.nextElementSibling, element.parentElement, element.closest('li'), ...labels];
  const isMarked =
    isOutlined(element) ||
    isOutlined(element, '::before') ||
    getComputedStyle(element).boxShadow !== 'none' ||
    around.some((one) => one && isOutlined(one)) ||
    // The browser's own controls show the focus themselves.
    element.localName === 'video';
  const faults = [
    ...(name === undefined ? [`no name: ${element.outerHTML.slice(0, 160)}`] : []),
    ...(isIn(box) || isIn(own) ? [] : [`not seen: ${words}`]),
    ...(isMarked ? [] : [`no mark of the focus: ${words}`]),
  ];
  return { words, faults };
}
