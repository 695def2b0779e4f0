import type { Command } from 'commander';
export const defineReplay = (_: Command): void => undefined;
