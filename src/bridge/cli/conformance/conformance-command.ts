import type { Command } from 'commander'; export const defineConformance = (_: Command): void => undefined;
