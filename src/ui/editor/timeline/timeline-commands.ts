import type { Command } from '../commands/command.ts';
import { clipCommands } from './clip-commands.ts';
import { rangeCommands } from './range-commands.ts';
import { trackCommands } from './track-commands.ts';
import { viewCommands } from './view-commands.ts';

export const timelineCommands: readonly Command[] = [
  ...clipCommands,
  ...rangeCommands,
  ...trackCommands,
  ...viewCommands,
];
