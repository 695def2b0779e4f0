import type { Command } from '../commands/command.ts';
import { isApple, toKeyName } from '../commands/key-names.ts';
import { commands } from '../commands/commands.ts';
import { keysOf } from '../commands/keys-of.ts';

/** A command by its id. Throws where there is none. */
export function commandOf(id: string): Command {
  const command = commands.find((one) => one.id === id);
  if (!command) {
    throw new TypeError(`There is no command "${id}".`);
  }
  return command;
}

/** `Split at the playhead (S)`; `label` stands for that of the command. */
export function hintOf(command: Command, label = command.label): string {
  const [key] = keysOf(command);
  return key === undefined ? label : `${label} (${toKeyName(key, isApple())})`;
}
