import { durationOf } from '#core/timeline/schedule.ts';
import type { Command } from '../commands/command.ts';
import type { Editor } from '../editor.ts';
import { croppable, flipSelection, startCrop } from './item-actions.ts';
import { markAtPlayhead, rangeOfSelection, seekTo, stepFrames, toggleLoop } from './playhead.ts';
import { seenSelection } from './selected.ts';
import { isStopHeld } from './stop-held.ts';
import { nextZoom } from './geometry/viewport.ts';
import { frameIn, toggleFullscreen, zoomTo } from './stage-view.ts';

const hasSeen = (editor: Editor): boolean => seenSelection(editor).some(({ isFree }) => isFree);

const zoomBy = ({ stage, shown }: Editor, direction: 1 | -1): void =>
  zoomTo(stage, shown.value, nextZoom(frameIn(stage, shown.value).scale, direction));

const playback: readonly Command[] = [
  {
    id: 'play',
    label: 'Play or pause',
    group: 'Playback',
    keys: ['Space'],
    run: ({ transport }) => transport.toggle(),
  },
  {
    id: 'play-on',
    label: 'Play forwards: again for 2×, 4×; with K held slowly',
    group: 'Playback',
    keys: ['l'],
    run: ({ transport }) => transport.shuttle('on', isStopHeld()),
  },
  { id: 'stop', label: 'Stop', group: 'Playback', keys: ['k'], run: ({ transport }) => transport.shuttle('stop') },
  {
    id: 'play-back',
    label: 'Play backwards: again for 2×, 4×; with K held slowly',
    group: 'Playback',
    keys: ['j'],
    run: ({ transport }) => transport.shuttle('back', isStopHeld()),
  },
  {
    id: 'frame-back',
    label: 'One frame back',
    group: 'Playback',
    keys: ['ArrowLeft'],
    run: (editor) => stepFrames(editor, -1),
  },
  {
    id: 'frame-on',
    label: 'One frame on',
    group: 'Playback',
    keys: ['ArrowRight'],
    run: (editor) => stepFrames(editor, 1),
  },
  {
    id: 'second-back',
    label: 'One second back',
    group: 'Playback',
    keys: ['Shift+ArrowLeft'],
    run: (editor) => seekTo(editor, editor.transport.seconds.value - 1),
  },
  {
    id: 'second-on',
    label: 'One second on',
    group: 'Playback',
    keys: ['Shift+ArrowRight'],
    run: (editor) => seekTo(editor, editor.transport.seconds.value + 1),
  },
  { id: 'to-start', label: 'To the start', group: 'Playback', keys: ['Home'], run: (editor) => seekTo(editor, 0) },
  {
    id: 'to-end',
    label: 'To the end',
    group: 'Playback',
    keys: ['End'],
    run: (editor) => seekTo(editor, durationOf(editor.shown.value)),
  },
  {
    id: 'go-to',
    label: 'Go to a time',
    group: 'Playback',
    keys: ['g'],
    run: ({ stage }) => stage.element.value?.querySelector<HTMLElement>('[data-go-to]')?.click(),
  },
];

const ranges: readonly Command[] = [
  {
    id: 'mark-in',
    label: 'In point here',
    group: 'Playback',
    keys: ['i'],
    run: (editor) => markAtPlayhead(editor, 'in'),
  },
  {
    id: 'mark-out',
    label: 'Out point here',
    group: 'Playback',
    keys: ['o'],
    run: (editor) => markAtPlayhead(editor, 'out'),
  },
  {
    id: 'mark-selection',
    label: 'In and out around the selection',
    group: 'Playback',
    keys: ['x'],
    isEnabled: ({ selection }) => selection.value.length > 0,
    run: (editor) => (editor.transport.range.value = rangeOfSelection(editor) ?? editor.transport.range.value),
  },
  {
    id: 'clear-marks',
    label: 'Clear in and out',
    group: 'Playback',
    keys: ['Alt+x'],
    isEnabled: ({ transport }) => transport.range.value !== null,
    run: ({ transport }) => (transport.range.value = null),
  },
  { id: 'loop', label: 'Play again and again, in to out', group: 'Playback', keys: ['Shift+l'], run: toggleLoop },
];

const picture: readonly Command[] = [
  {
    id: 'crop',
    label: 'Crop',
    group: 'Edit',
    keys: ['Shift+c'],
    isEnabled: (editor) => croppable(editor) !== null,
    run: startCrop,
  },
  {
    id: 'flip-across',
    label: 'Flip left to right',
    group: 'Edit',
    keys: ['Shift+h'],
    isEnabled: hasSeen,
    run: (editor) => flipSelection(editor, 'horizontal'),
  },
  {
    id: 'flip-down',
    label: 'Flip upside down',
    group: 'Edit',
    keys: ['Shift+v'],
    isEnabled: hasSeen,
    run: (editor) => flipSelection(editor, 'vertical'),
  },
  {
    id: 'stage-fit',
    label: 'Picture: fit',
    group: 'View',
    keys: ['Shift+Digit1'],
    run: ({ stage }) => (stage.zoom.value = 'fit'),
  },
  {
    id: 'stage-100',
    label: 'Picture: 100 %',
    group: 'View',
    keys: ['Shift+Digit2'],
    run: ({ stage, shown }) => zoomTo(stage, shown.value, 1),
  },
  { id: 'stage-in', label: 'Picture: larger', group: 'View', keys: ['Alt+='], run: (editor) => zoomBy(editor, 1) },
  { id: 'stage-out', label: 'Picture: smaller', group: 'View', keys: ['Alt+-'], run: (editor) => zoomBy(editor, -1) },
  {
    id: 'safe-areas',
    label: 'Safe areas',
    group: 'View',
    keys: ['Shift+Quote'],
    run: ({ stage }) => (stage.hasSafeAreas.value = !stage.hasSafeAreas.value),
  },
  {
    id: 'fullscreen',
    label: 'Full screen',
    group: 'View',
    keys: ['f'],
    run: ({ stage }) => void toggleFullscreen(stage),
  },
];

export const stageCommands: readonly Command[] = [...playback, ...ranges, ...picture];
