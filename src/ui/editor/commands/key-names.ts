import { keyboardLayout } from './keyboard-layout.ts';

/** Keys of commands as people read them, and as `aria-keyshortcuts` has them. */

const apple = /Mac|iPhone|iPad/;

/** Whether the device has the keys of an Apple keyboard. */
export const isApple = (): boolean => typeof navigator !== 'undefined' && apple.test(navigator.userAgent);

/** `Ctrl+Shift+Z`, on Apple's keyboards `⇧⌘Z`, of what tinykeys calls `$mod+Shift+z`. */
export function toKeyName(key: string, onApple: boolean): string {
  const { modifiers, last } = split(key);
  const names = modifiers.map((modifier) => (onApple ? appleNames : otherNames)[modifier] ?? modifier);
  return onApple
    ? [...names.toSorted((one, other) => appleOrder.indexOf(one) - appleOrder.indexOf(other)), toName(last)].join('')
    : [...names, toName(last)].join('+');
}

/** `Control+Shift+Z` or `Meta+Shift+Z`. */
export function toAriaKey(key: string, onApple: boolean): string {
  const { modifiers, last } = split(key);
  const mod = onApple ? 'Meta' : 'Control';
  return [...modifiers.map((modifier) => (modifier === '$mod' ? mod : modifier)), toPlain(last)].join('+');
}

const appleNames: Readonly<Record<string, string>> = { $mod: '⌘', Meta: '⌘', Control: '⌃', Alt: '⌥', Shift: '⇧' };
const otherNames: Readonly<Record<string, string>> = { $mod: 'Ctrl', Control: 'Ctrl', Meta: 'Meta' };
const appleOrder = '⌃⌥⇧⌘';

/** Modifiers and key; the key may be a plus itself. */
function split(key: string): { readonly modifiers: readonly string[]; readonly last: string } {
  const parts = key.split(/\b\+/);
  return { modifiers: parts.slice(0, -1), last: parts.at(-1) ?? '' };
}

const signs: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Delete: 'Del',
  NumpadAdd: 'Num +',
  NumpadSubtract: 'Num -',
  PageUp: 'Page up',
  PageDown: 'Page down',
};

const codes: Readonly<Record<string, string>> = {
  BracketLeft: '[',
  BracketRight: ']',
  Comma: ',',
  Period: '.',
  Minus: '-',
  Equal: '=',
  Backslash: '\\',
  Slash: '/',
  Quote: "'",
  Semicolon: ';',
};

/** Whether a key is meant by its place, on which each keyboard has what it has. */
export function isPlace(key: string): boolean {
  const { last } = split(key);
  return last in codes || /^(?:Key|Digit).$/.test(last);
}

const toName = (key: string): string => signs[key] ?? toPlain(key);

/** Names of places on the keyboard, as `KeyZ` and `Digit1`, by what stands there; digits are printed on every keyboard. */
const toPlain = (key: string): string => {
  const usual = codes[key] ?? key.replace(/^(?:Key|Digit)(?=.$)/, '');
  const plain = keyboardLayout.value.get(key.startsWith('Digit') ? '' : key) ?? usual;
  return plain.length === 1 ? plain.toUpperCase() : plain;
};
