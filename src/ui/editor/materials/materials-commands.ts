import type { Command } from '../commands/command.ts';
import { chooseFiles } from './choose-files.ts';

export const materialsCommands: readonly Command[] = [
  {
    id: 'import',
    label: 'Import files',
    group: 'Canvas',
    keys: ['$mod+i'],
    run: chooseFiles,
  },
];
