import { afterEach, expect, test } from 'vitest';
import { isPlace, toAriaKey, toKeyName } from './key-names.ts';
import { keyboardLayout, readKeyboardLayout } from './keyboard-layout.ts';

afterEach(() => {
  keyboardLayout.value = new Map();
});

test.each([
  ['$mod+Shift+z', 'Ctrl+Shift+Z', '⇧⌘Z', 'Control+Shift+Z'],
  ['Space', 'Space', 'Space', 'Space'],
  ['Shift+?', 'Shift+?', '⇧?', 'Shift+?'],
  ['Alt+ArrowLeft', 'Alt+←', '⌥←', 'Alt+ArrowLeft'],
  ['Shift++', 'Shift++', '⇧+', 'Shift++'],
  ['Shift+Digit1', 'Shift+1', '⇧1', 'Shift+1'],
  ['BracketLeft', '[', '[', '['],
])('%s is displayed as %s or %s', (key, name, onApple, aria) => {
  expect(toKeyName(key, false)).toBe(name);
  expect(toKeyName(key, true)).toBe(onApple);
  expect(toAriaKey(key, false)).toBe(aria);
});

test('physical keys are distinguished from letters and from named keys', () => {
  const keys = [
    'Semicolon',
    'Shift+Equal',
    'Alt+Digit1',
    '$mod+Alt+KeyC',
    'm',
    'Shift+?',
    '-',
    'Alt+=',
    'Space',
    'Home',
  ];
  expect(keys.filter(isPlace)).toEqual(['Semicolon', 'Shift+Equal', 'Alt+Digit1', '$mod+Alt+KeyC']);
});

test('a physical key is named by its character on this keyboard', async () => {
  const german = new Map([
    ['Semicolon', 'ö'],
    ['KeyY', 'z'],
    ['Digit1', '&'],
  ]);
  await readKeyboardLayout({ keyboard: { getLayoutMap: async () => german } });
  expect(toKeyName('Shift+Semicolon', false)).toBe('Shift+Ö');
  expect(toAriaKey('$mod+KeyY', false)).toBe('Control+Z');
  expect(toKeyName('Alt+Digit1', false)).toBe('Alt+1');
  expect(toKeyName('Space', false)).toBe('Space');
});

test.each([
  { why: 'reports nothing about its keyboard', from: {} },
  {
    why: 'refuses access',
    from: { keyboard: { getLayoutMap: () => Promise.reject(new DOMException('', 'SecurityError')) } },
  },
])('where a browser $why, the characters of an American keyboard are the names', async ({ from }) => {
  await readKeyboardLayout(from);
  expect(toKeyName('Semicolon', false)).toBe(';');
});
