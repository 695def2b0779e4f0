import { announce } from '#ui/app/announce.ts';
import type { Command } from '../commands/command.ts';
import type { Editor } from '../editor.ts';
import { keepTyped } from './keep-typed.ts';

export const stepCommands: readonly Command[] = [
  {
    id: 'undo',
    label: 'Undo',
    getLabel: ({ history }) => toLabel('Undo', history.undoLabel.value),
    group: 'Edit',
    keys: ['$mod+z'],
    isEnabled: ({ history }) => history.undoLabel.value !== null,
    run: (editor) => step(editor, 'undo'),
  },
  {
    id: 'redo',
    label: 'Redo',
    getLabel: ({ history }) => toLabel('Redo', history.redoLabel.value),
    group: 'Edit',
    keys: ['$mod+Shift+z', '$mod+y'],
    isEnabled: ({ history }) => history.redoLabel.value !== null,
    run: (editor) => step(editor, 'redo'),
  },
];

export const sessionCommands: readonly Command[] = [
  {
    id: 'save',
    label: 'Save now',
    group: 'Canvas',
    keys: ['$mod+s'],
    isEverywhere: true,
    run: ({ save }) => {
      keepTyped();
      // The bar shows the reason of a failure.
      void save().then(
        () => announce('Saved'),
        () => undefined,
      );
    },
  },
  {
    id: 'rename',
    label: 'Rename canvas',
    group: 'Canvas',
    keys: [],
    run: () => document.querySelector<HTMLInputElement>('.editor-title')?.select(),
  },
  {
    id: 'toggle-materials',
    label: 'Library',
    group: 'View',
    keys: ['Alt+Digit1'],
    run: ({ layout }) => layout.toggle('materials'),
  },
  {
    id: 'toggle-properties',
    label: 'Properties',
    group: 'View',
    keys: ['Alt+Digit2'],
    run: ({ layout }) => layout.toggle('properties'),
  },
  {
    id: 'toggle-history',
    label: 'History and versions',
    group: 'View',
    keys: ['Alt+Digit3'],
    run: ({ layout }) => layout.toggle('history'),
  },
  {
    id: 'keys',
    label: 'Keyboard shortcuts',
    group: 'Help',
    keys: ['Shift+?'],
    run: ({ layout }) => (layout.isKeySheetOpen.value = true),
  },
  {
    id: 'help',
    label: 'Help for each panel',
    group: 'Help',
    keys: ['F1'],
    run: ({ layout }) => (layout.helpTopic.value = 'timeline'),
  },
  {
    id: 'tour',
    label: 'Take the tour',
    group: 'Help',
    keys: [],
    run: ({ layout }) => {
      // The tour is about the panels, so they are opened.
      layout.show('materials');
      layout.show('properties');
      layout.tourStep.value = 0;
    },
  },
];

export const toLabel = (what: string, label: string | null): string => (label === null ? what : `${what} ${label}`);

/** Runs one step of the history; screen readers announce its label. */
export function step({ history, refusal }: Editor, way: 'undo' | 'redo'): void {
  const label = (way === 'undo' ? history.undoLabel : history.redoLabel).peek();
  refusal.value = null;
  history[way]();
  if (label !== null && refusal.peek() === null) {
    announce(`${way === 'undo' ? 'Undone' : 'Redone'}: ${label}`);
  }
}
