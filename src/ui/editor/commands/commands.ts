import { exportCommands } from '../export/export-commands.ts';
import { inPlaceCommands } from '../in-place/in-place-commands.ts';
import { inspectorCommands } from '../inspector/inspector-commands.ts';
import { materialsCommands } from '../materials/materials-commands.ts';
import { sessionCommands, stepCommands } from '../session/session-commands.ts';
import { stageCommands } from '../stage/stage-commands.ts';
import { clipCommands } from '../timeline/clip-commands.ts';
import { rangeCommands } from '../timeline/range-commands.ts';
import { trackCommands } from '../timeline/track-commands.ts';
import { viewCommands } from '../timeline/view-commands.ts';
import type { Command } from './command.ts';

/** The groups, in menu order. */
export const commandGroups: readonly Command['group'][] = ['Canvas', 'Edit', 'Timeline', 'View', 'Playback', 'Help'];

/** Commands in menu order; a menu separates these parts by a line. */
const parts: readonly (readonly Command[])[] = [
  stepCommands,
  clipCommands,
  rangeCommands,
  trackCommands,
  viewCommands,
  stageCommands,
  inspectorCommands,
  inPlaceCommands,
  sessionCommands,
  materialsCommands,
  exportCommands,
];

/** All commands that a key or a menu can run. */
export const commands: readonly Command[] = parts.flat();

/** Returns the commands of a group, divided into the parts that belong together. */
export const getParts = (group: Command['group']): (readonly Command[])[] =>
  parts.map((part) => part.filter((command) => command.group === group)).filter((part) => part.length > 0);
