import type { Command } from '../commands/command.ts';
import { isApple, toKeyName } from '../commands/key-names.ts';
import { commands } from '../commands/commands.ts';

/** A command by its id. Throws where there is none. */
export function commandOf(id: string): Command {
  const command = commands.find((one) => one.id === id);
  if (!command) {
    throw new TypeError(`There is no command "${id}".`);
  }
  return command;
}

/** `Split at the playhead (S)`. */
export const hintOf = ({ label, keys: [key] }: Pick<Command, 'label' | 'keys'>): string =>
  key === undefined ? label : `${label} (${toKeyName(key, isApple())})`;
