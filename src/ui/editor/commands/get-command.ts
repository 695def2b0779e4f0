import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { isApple, toKeyName } from './key-names.ts';
import { getKeys } from './get-keys.ts';

/** Returns a command by its id. Throws if it does not exist. */
export function getCommand(id: string): Command {
  const command = commands.find((one) => one.id === id);
  if (!command) {
    throw new TypeError(`Command "${id}" does not exist.`);
  }
  return command;
}

/**
 * Returns the tooltip of a control with the key of its command: `Split at the playhead (S)`. `label` replaces the label of the
 * command.
 */
export function getHint(id: string, label = getCommand(id).label): string {
  const [key] = getKeys(getCommand(id));
  return key === undefined ? label : `${label} (${toKeyName(key, isApple())})`;
}
