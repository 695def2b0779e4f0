import { getDocumentSeconds } from '#core/timeline/schedule.ts';
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
    label: 'Play forward (repeat for 2×, 4×; hold K for slow)',
    group: 'Playback',
    keys: ['l'],
    run: ({ transport }) => transport.shuttle('on', isStopHeld()),
  },
  { id: 'stop', label: 'Stop', group: 'Playback', keys: ['k'], run: ({ transport }) => transport.shuttle('stop') },
  {
    id: 'play-back',
    label: 'Play backward (repeat for 2×, 4×; hold K for slow)',
    group: 'Playback',
    keys: ['j'],
    run: ({ transport }) => transport.shuttle('back', isStopHeld()),
  },
  {
    id: 'frame-back',
    label: 'Previous frame',
    group: 'Playback',
    keys: ['ArrowLeft'],
    run: (editor) => stepFrames(editor, -1),
  },
  {
    id: 'frame-on',
    label: 'Next frame',
    group: 'Playback',
    keys: ['ArrowRight'],
    run: (editor) => stepFrames(editor, 1),
  },
  {
    id: 'second-back',
    label: 'Back 1 second',
    group: 'Playback',
    keys: ['Shift+ArrowLeft'],
    run: (editor) => seekTo(editor, editor.transport.seconds.value - 1),
  },
  {
    id: 'second-on',
    label: 'Forward 1 second',
    group: 'Playback',
    keys: ['Shift+ArrowRight'],
    run: (editor) => seekTo(editor, editor.transport.seconds.value + 1),
  },
  { id: 'to-start', label: 'Go to start', group: 'Playback', keys: ['Home'], run: (editor) => seekTo(editor, 0) },
  {
    id: 'to-end',
    label: 'Go to end',
    group: 'Playback',
    keys: ['End'],
    run: (editor) => seekTo(editor, getDocumentSeconds(editor.shown.value)),
  },
  {
    id: 'go-to',
    label: 'Go to time',
    group: 'Playback',
    keys: ['g'],
    run: ({ stage }) => stage.element.value?.querySelector<HTMLElement>('[data-go-to]')?.click(),
  },
];

const ranges: readonly Command[] = [
  {
    id: 'mark-in',
    label: 'Set in point',
    group: 'Playback',
    keys: ['i'],
    run: (editor) => markAtPlayhead(editor, 'in'),
  },
  {
    id: 'mark-out',
    label: 'Set out point',
    group: 'Playback',
    keys: ['o'],
    run: (editor) => markAtPlayhead(editor, 'out'),
  },
  {
    id: 'mark-selection',
    label: 'Set in and out to selection',
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
  { id: 'loop', label: 'Loop', group: 'Playback', keys: ['Shift+l'], run: toggleLoop },
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
    label: 'Flip horizontal',
    group: 'Edit',
    keys: ['Shift+h'],
    isEnabled: hasSeen,
    run: (editor) => flipSelection(editor, 'horizontal'),
  },
  {
    id: 'flip-down',
    label: 'Flip vertical',
    group: 'Edit',
    keys: ['Shift+v'],
    isEnabled: hasSeen,
    run: (editor) => flipSelection(editor, 'vertical'),
  },
  {
    id: 'stage-fit',
    label: 'Fit preview',
    group: 'View',
    keys: ['Shift+Digit1'],
    run: ({ stage }) => (stage.zoom.value = 'fit'),
  },
  {
    id: 'stage-100',
    label: 'Zoom preview to 100%',
    group: 'View',
    keys: ['Shift+Digit2'],
    run: ({ stage, shown }) => zoomTo(stage, shown.value, 1),
  },
  { id: 'stage-in', label: 'Zoom preview in', group: 'View', keys: ['Alt+='], run: (editor) => zoomBy(editor, 1) },
  { id: 'stage-out', label: 'Zoom preview out', group: 'View', keys: ['Alt+-'], run: (editor) => zoomBy(editor, -1) },
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
