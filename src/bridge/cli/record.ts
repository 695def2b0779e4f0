import type { Command } from 'commander';
export const defineRecord = (_: Command): void => undefined;
