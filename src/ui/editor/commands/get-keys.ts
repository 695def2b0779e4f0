import { computed } from '@preact/signals';
import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { isPlace, toKeyName } from './key-names.ts';
import { keyboardLayout } from './keyboard-layout.ts';

/**
 * Returns the keys of a command on this keyboard; the UI shows the first one. A physical key that types the letter of another
 * command is left out, because that command takes it. A character that needs a modifier on this keyboard is left out too.
 */
export function getKeys({ id, keys }: Pick<Command, 'id' | 'keys'>): readonly string[] {
  const isTaken = (key: string): boolean => (owners.value.get(toName(key)) ?? id) !== id;
  const found = keys.filter((key) => (isPlace(key) ? !isTaken(key) : isOnKey(key)));
  // If a physical key types the character that is also a key of the command, the key is listed once.
  return [...new Map(found.toReversed().map((key) => [toName(key), key])).values()].toReversed();
}

/** The commands of letters, characters and named keys, by key name. */
const owners = computed(
  () =>
    new Map(commands.flatMap(({ id, keys }) => keys.filter((key) => !isPlace(key)).map((key) => [toName(key), id]))),
);

const toName = (key: string): string => toKeyName(key, false);

/** Returns whether a character can be typed without Shift; letters and named keys are on every keyboard. */
function isOnKey(key: string): boolean {
  const signs = [...keyboardLayout.value.values()];
  return signs.length === 0 || key.length > 1 || /[\p{L}\d]/u.test(key) || signs.includes(key);
}
