import { animatedNames } from '#core/timeline/properties.ts';
import { isVisual } from '#core/timeline/schedule.ts';
import type { Command } from '../../commands/command.ts';
import type { Editor } from '../../editor.ts';
import { findSelected } from '../subject.ts';
import type { Moment } from '../values/edits.ts';
import { keyframeState, toggleEdits } from './keyframes.ts';

const placeNames = ['x', 'y', 'width', 'height', 'rotation'] as const;

const getMoment = ({ document, transport }: Editor): Moment => ({
  seconds: transport.seconds.peek(),
  frameRate: document.peek().frameRate,
});

const selectedItems = ({ document, selection }: Editor) => findSelected(document.value, selection.value);

const isAnySeen = (editor: Editor): boolean => selectedItems(editor).some(isVisual);

function togglePlace(editor: Editor): void {
  const edits = toggleEdits(selectedItems(editor).filter(isVisual), placeNames, getMoment(editor));
  if (edits.length === 0) {
    editor.refusal.value = 'The playhead is outside the selected item. Move it onto the item to set a keyframe.';
  } else {
    editor.apply(edits, 'Change keyframes of position');
  }
}

function goTo(editor: Editor, side: 'previousSeconds' | 'nextSeconds'): void {
  const seconds = keyframeState(selectedItems(editor), animatedNames, getMoment(editor))[side];
  if (seconds !== null) {
    editor.transport.seek(seconds);
  }
}

export const keyframeCommands: readonly Command[] = [
  {
    id: 'keyframe-place',
    label: 'Keyframe of position, size and rotation',
    group: 'Edit',
    keys: ['Shift+K'],
    isEnabled: isAnySeen,
    run: togglePlace,
  },
  {
    id: 'previous-keyframe',
    label: 'Previous keyframe',
    group: 'Playback',
    keys: ['Alt+Comma'],
    isEnabled: (editor) => selectedItems(editor).length > 0,
    run: (editor) => goTo(editor, 'previousSeconds'),
  },
  {
    id: 'next-keyframe',
    label: 'Next keyframe',
    group: 'Playback',
    keys: ['Alt+Period'],
    isEnabled: (editor) => selectedItems(editor).length > 0,
    run: (editor) => goTo(editor, 'nextSeconds'),
  },
];
