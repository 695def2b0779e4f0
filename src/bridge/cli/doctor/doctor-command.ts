import type { Command } from 'commander';
export const defineDoctor = (_: Command): void => undefined;
