import { computed } from '@preact/signals';
import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { isPlace, toKeyName } from './key-names.ts';
import { keyboardLayout } from './keyboard-layout.ts';

/**
 * The keys that a command has on this keyboard, the one that is shown first: without places on which the keyboard has the letter of
 * another command, which takes that key, and without signs that it has on no key of their own.
 */
export function keysOf({ id, keys }: Pick<Command, 'id' | 'keys'>): readonly string[] {
  const isTaken = (key: string): boolean => (owners.value.get(toName(key)) ?? id) !== id;
  const found = keys.filter((key) => (isPlace(key) ? !isTaken(key) : isOnKey(key)));
  // Where a place has the sign that is a key of the command too, it is named once.
  return [...new Map(found.toReversed().map((key) => [toName(key), key])).values()].toReversed();
}

/** The commands of letters, signs and named keys, by the names of these. */
const owners = computed(
  () =>
    new Map(commands.flatMap(({ id, keys }) => keys.filter((key) => !isPlace(key)).map((key) => [toName(key), id]))),
);

const toName = (key: string): string => toKeyName(key, false);

/** Whether a sign can be typed without Shift; letters and keys with names are on every keyboard. */
function isOnKey(key: string): boolean {
  const signs = [...keyboardLayout.value.values()];
  return signs.length === 0 || key.length > 1 || /[\p{L}\d]/u.test(key) || signs.includes(key);
}
