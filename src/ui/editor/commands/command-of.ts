import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { isApple, toKeyName } from './key-names.ts';
import { keysOf } from './keys-of.ts';

/** Returns a command by its id. Throws if it does not exist. */
export function commandOf(id: string): Command {
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
export function hintOf(id: string, label = commandOf(id).label): string {
  const [key] = keysOf(commandOf(id));
  return key === undefined ? label : `${label} (${toKeyName(key, isApple())})`;
}
