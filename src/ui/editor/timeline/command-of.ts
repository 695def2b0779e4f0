import type { Command } from '../commands/command.ts';
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
  key === undefined ? label : `${label} (${keyInWords(key)})`;

const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);
const words: Readonly<Record<string, string>> = { $mod: isMac ? '⌘' : 'Ctrl', BracketLeft: '[', BracketRight: ']' };

/** A key as tinykeys writes it, as people read it. */
export const keyInWords = (key: string): string =>
  key
    .split('+')
    .map((part) => words[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join('+');
