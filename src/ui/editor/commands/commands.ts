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

/** The groups in the order of the menu. */
export const commandGroups: readonly Command['group'][] = ['Canvas', 'Edit', 'Timeline', 'View', 'Playback'];

/** In the order of a menu, in which a line parts them. */
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

/** All that the editor does by a key or a menu. */
export const commands: readonly Command[] = parts.flat();

/** The commands of a group, by what belongs together in it. */
export const partsOf = (group: Command['group']): (readonly Command[])[] =>
  parts.map((part) => part.filter((command) => command.group === group)).filter((part) => part.length > 0);
