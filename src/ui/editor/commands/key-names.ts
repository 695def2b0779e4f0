import { keyboardLayout } from './keyboard-layout.ts';

/** Names of command keys for users and for `aria-keyshortcuts`. */

const apple = /Mac|iPhone|iPad/;

/** Returns whether the device has the keys of an Apple keyboard. */
export const isApple = (): boolean => typeof navigator !== 'undefined' && apple.test(navigator.userAgent);

/** Formats the tinykeys notation `$mod+Shift+z` as `Ctrl+Shift+Z`, or as `⇧⌘Z` on Apple's keyboards. */
export function toKeyName(key: string, onApple: boolean): string {
  const { modifiers, last } = split(key);
  const names = modifiers.map((modifier) => (onApple ? appleNames : otherNames)[modifier] ?? modifier);
  return onApple
    ? [...names.toSorted((one, other) => appleOrder.indexOf(one) - appleOrder.indexOf(other)), toName(last)].join('')
    : [...names, toName(last)].join('+');
}

/** Formats a key as `Control+Shift+Z` or `Meta+Shift+Z`. */
export function toAriaKey(key: string, onApple: boolean): string {
  const { modifiers, last } = split(key);
  const mod = onApple ? 'Meta' : 'Control';
  return [...modifiers.map((modifier) => (modifier === '$mod' ? mod : modifier)), toPlain(last)].join('+');
}

const appleNames: Readonly<Record<string, string>> = { $mod: '⌘', Meta: '⌘', Control: '⌃', Alt: '⌥', Shift: '⇧' };
const otherNames: Readonly<Record<string, string>> = { $mod: 'Ctrl', Control: 'Ctrl', Meta: 'Meta' };
const appleOrder = '⌃⌥⇧⌘';

/** Separates the modifiers from the key, which may be a plus sign itself. */
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

/** Returns whether a key is a physical key, whose character depends on the keyboard. */
export function isPlace(key: string): boolean {
  const { last } = split(key);
  return last in codes || /^(?:Key|Digit).$/.test(last);
}

const toName = (key: string): string => signs[key] ?? toPlain(key);

/** Names physical keys, such as `KeyZ` and `Digit1`, by their characters; digits are printed on every keyboard. */
const toPlain = (key: string): string => {
  const usual = codes[key] ?? key.replace(/^(?:Key|Digit)(?=.$)/, '');
  const plain = keyboardLayout.value.get(key.startsWith('Digit') ? '' : key) ?? usual;
  return plain.length === 1 ? plain.toUpperCase() : plain;
};
