import type { Command } from '../commands/command.ts';
import { openSource, withMarks } from '../source/source-state.ts';
import { addMaterial } from './add-material.ts';
import { chooseFiles } from './choose-files.ts';

export const materialsCommands: readonly Command[] = [
  {
    id: 'import',
    label: 'Import files',
    group: 'Canvas',
    keys: ['$mod+i'],
    run: chooseFiles,
  },
  {
    id: 'insert-source',
    label: 'Add the previewed media',
    group: 'Timeline',
    keys: ['Comma'],
    isEnabled: () => openSource.value !== null,
    run: (editor) => {
      const source = openSource.peek();
      if (source) {
        addMaterial(editor, withMarks(source));
      }
    },
  },
];
