import type { Command } from '../commands/command.ts';
import { keyframeCommands } from './keyframes/keyframe-commands.ts';
import { canCopyLook, canPasteLook, copyLook, pasteLook } from './copy-look.ts';
import { hasTransition } from '../transitions/chosen.ts';
import { addBubbles, addShape, addText } from './add-items.ts';

/** The code of transitions, which the first view does not need. */
const actions = () => import('../transitions/transition-actions.ts');

export const inspectorCommands: readonly Command[] = [
  { id: 'add-title', label: 'Add title', group: 'Canvas', keys: ['t'], run: (editor) => addText(editor, 'title') },
  {
    id: 'add-lower-third',
    label: 'Add lower third',
    group: 'Canvas',
    keys: [],
    run: (editor) => addText(editor, 'lower-third'),
  },
  {
    id: 'add-caption',
    label: 'Add caption',
    group: 'Canvas',
    keys: ['Shift+T'],
    run: (editor) => addText(editor, 'caption'),
  },
  {
    id: 'add-rectangle',
    label: 'Add rectangle',
    group: 'Canvas',
    keys: ['r'],
    run: (editor) => addShape(editor, 'rectangle'),
  },
  {
    id: 'add-ellipse',
    label: 'Add ellipse',
    group: 'Canvas',
    keys: [],
    run: (editor) => addShape(editor, 'ellipse'),
  },
  { id: 'add-line', label: 'Add line', group: 'Canvas', keys: [], run: (editor) => addShape(editor, 'line') },
  { id: 'add-bubbles', label: 'Add bubbles', group: 'Canvas', keys: ['Shift+B'], run: addBubbles },
  {
    id: 'add-dissolve',
    label: 'Add dissolve',
    group: 'Edit',
    keys: ['Shift+D'],
    run: (editor) => void actions().then(({ addTransition }) => addTransition(editor, 'dissolve')),
  },
  {
    id: 'edit-transition',
    label: 'Edit transition',
    group: 'Edit',
    keys: ['Shift+e'],
    isEnabled: hasTransition,
    run: (editor) => void actions().then(({ editTransition }) => editTransition(editor)),
  },
  {
    id: 'copy-look',
    label: 'Copy attributes',
    group: 'Edit',
    keys: ['$mod+Alt+KeyC'],
    isEnabled: canCopyLook,
    run: copyLook,
  },
  {
    id: 'paste-look',
    label: 'Paste attributes',
    group: 'Edit',
    keys: ['$mod+Alt+KeyV'],
    isEnabled: canPasteLook,
    run: pasteLook,
  },
  ...keyframeCommands,
];
