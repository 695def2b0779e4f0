import type { Command } from '../commands/command.ts';

export const sessionCommands: readonly Command[] = [
  {
    id: 'undo',
    label: 'Undo',
    group: 'Edit',
    keys: ['$mod+z'],
    isEnabled: ({ history }) => history.undoLabel.value !== null,
    run: ({ history }) => history.undo(),
  },
  {
    id: 'redo',
    label: 'Redo',
    group: 'Edit',
    keys: ['$mod+Shift+z', '$mod+y'],
    isEnabled: ({ history }) => history.redoLabel.value !== null,
    run: ({ history }) => history.redo(),
  },
];
