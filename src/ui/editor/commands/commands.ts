import { exportCommands } from '../export/export-commands.ts';
import { inPlaceCommands } from '../in-place/in-place-commands.ts';
import { inspectorCommands } from '../inspector/inspector-commands.ts';
import { materialsCommands } from '../materials/materials-commands.ts';
import { sessionCommands } from '../session/session-commands.ts';
import { stageCommands } from '../stage/stage-commands.ts';
import { timelineCommands } from '../timeline/timeline-commands.ts';
import type { Command } from './command.ts';

/** The groups in the order of the menu. */
export const commandGroups: readonly Command['group'][] = ['Canvas', 'Edit', 'Timeline', 'View', 'Playback'];

/** All that the editor does by a key or a menu. */
export const commands: readonly Command[] = [
  ...stageCommands,
  ...timelineCommands,
  ...inspectorCommands,
  ...inPlaceCommands,
  ...sessionCommands,
  ...materialsCommands,
  ...exportCommands,
];
