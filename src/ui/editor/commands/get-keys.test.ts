import { afterEach, expect, test } from 'vitest';
import { commands } from './commands.ts';
import { toKeyName } from './key-names.ts';
import { keyboardLayout } from './keyboard-layout.ts';
import { getKeys } from './get-keys.ts';

afterEach(() => {
  keyboardLayout.value = new Map();
});

/** Returns every key name with the commands that the shortcuts dialog lists for it. */
function listNames(): ReadonlyMap<string, readonly string[]> {
  const named = commands.flatMap((command) =>
    getKeys(command).map((key) => [toKeyName(key, false), command.id] as const),
  );
  return new Map(named.map(([name]) => [name, named.filter(([other]) => other === name).map(([, id]) => id)]));
}

const keyboards = {
  American: [],
  French: [
    ['Semicolon', 'm'],
    ['KeyM', ','],
    ['Comma', ';'],
    ['Period', ':'],
    ['Slash', '!'],
    ['KeyQ', 'a'],
    ['KeyA', 'q'],
    ['KeyZ', 'w'],
    ['KeyW', 'z'],
    ['Quote', '\u00f9'],
    ['BracketLeft', '^'],
    ['BracketRight', '$'],
    ['Minus', ')'],
    ['Equal', '='],
    ['Backslash', '*'],
  ],
  German: [
    ['Semicolon', '\u00f6'],
    ['KeyZ', 'y'],
    ['KeyY', 'z'],
    ['Quote', '\u00e4'],
    ['Comma', ','],
    ['Period', '.'],
    ['Slash', '-'],
    ['BracketLeft', '\u00fc'],
    ['BracketRight', '+'],
    ['Minus', '\u00df'],
    ['Equal', '\u00b4'],
    ['Backslash', '#'],
  ],
} as const;

test.each(Object.keys(keyboards) as (keyof typeof keyboards)[])(
  'no key of a keyboard (%s) names two commands',
  (name) => {
    keyboardLayout.value = new Map(keyboards[name]);
    const twice = [...listNames()].filter(([, ids]) => ids.length > 1);
    expect(twice).toEqual([]);
  },
);

test('a command whose physical key has the letter of another command is named by its character', () => {
  keyboardLayout.value = new Map(keyboards.French);
  expect(listNames().get('M')).toEqual(['add-marker']);
  expect(listNames().get(';')).toEqual(['delete-range']);
});

test('a character that needs Shift is not used as a key', () => {
  keyboardLayout.value = new Map(keyboards.German);
  expect(listNames().has(';')).toBe(false);
  expect(listNames().get('\u00d6')).toEqual(['delete-range']);
  expect(listNames().has('=')).toBe(false);
});
