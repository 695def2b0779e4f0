import type { Command } from '../commands/command.ts';
import { isApple, toKeyName } from '../commands/key-names.ts';
import { timelineCommands } from './timeline-commands.ts';

/** A command of the timeline by its id. Throws where there is none. */
export function commandOf(id: string): Command {
  const command = timelineCommands.find((one) => one.id === id);
  if (!command) {
    throw new TypeError(`The timeline has no command "${id}".`);
  }
  return command;
}

/** `Split at the playhead (S)`. */
export const hintOf = ({ label, keys: [key] }: Command): string =>
  key === undefined ? label : `${label} (${toKeyName(key, isApple())})`;
