import { expect, test } from 'vitest';
import { toAriaKey, toKeyName } from './key-names.ts';

test.each([
  ['$mod+Shift+z', 'Ctrl+Shift+Z', '⇧⌘Z', 'Control+Shift+Z'],
  ['Space', 'Space', 'Space', 'Space'],
  ['Shift+?', 'Shift+?', '⇧?', 'Shift+?'],
  ['Alt+ArrowLeft', 'Alt+←', '⌥←', 'Alt+ArrowLeft'],
  ['Shift++', 'Shift++', '⇧+', 'Shift++'],
  ['Shift+Digit1', 'Shift+1', '⇧1', 'Shift+1'],
  ['BracketLeft', '[', '[', '['],
])('%s is read as %s or %s', (key, name, onApple, aria) => {
  expect(toKeyName(key, false)).toBe(name);
  expect(toKeyName(key, true)).toBe(onApple);
  expect(toAriaKey(key, false)).toBe(aria);
});
