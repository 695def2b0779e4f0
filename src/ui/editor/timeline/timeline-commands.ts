import type { Command } from '../commands/command.ts';

export const timelineCommands: readonly Command[] = [];
