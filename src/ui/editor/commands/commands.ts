import { inspectorCommands } from '../inspector/inspector-commands.ts';
import { sessionCommands } from '../session/session-commands.ts';
import { stageCommands } from '../stage/stage-commands.ts';
import { timelineCommands } from '../timeline/timeline-commands.ts';
import type { Command } from './command.ts';

/** All that the editor does by a key or a menu. */
export const commands: readonly Command[] = [
  ...stageCommands,
  ...timelineCommands,
  ...inspectorCommands,
  ...sessionCommands,
];
