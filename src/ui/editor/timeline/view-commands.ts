import { batch } from '@preact/signals';
import { getDocumentSeconds } from '#core/timeline/schedule.ts';
import { announce } from '#ui/app/announce.ts';
import type { Command } from '../commands/command.ts';
import type { Editor } from '../editor.ts';
import { getChosenId } from '../transitions/chosen.ts';
import { openBehind, openFrom } from './clips.ts';
import { fit, followed, zoomBy, zoomLimits } from './geometry.ts';
import { toggleMagnetic } from './magnet.ts';
import { addMarkerAt } from './marker-edits.ts';
import { nextEdit, snapTargets } from './snapping.ts';
import type { Tool } from './timeline-view.ts';
import { isTimecode, setTimecode } from '../time-notation.ts';
import { zoomAtPlayhead } from './use-wheel.ts';

function fitAll({ view, document }: Editor): void {
  const { frameRate } = document.peek();
  const durationSeconds = getDocumentSeconds(document.peek());
  const width = view.widthPx.peek();
  const scale = fit(durationSeconds, width, zoomLimits({ durationSeconds, frameRate }, width));
  batch(() => {
    view.pixelsPerSecond.value = scale.pixelsPerSecond;
    view.startSeconds.value = scale.startSeconds;
  });
}

function goToEdit(editor: Editor, step: -1 | 1): void {
  const { document, transport } = editor;
  const targets = snapTargets(document.peek(), { playheadSeconds: null, movedIds: new Set() });
  const seconds = nextEdit(targets, transport.seconds.peek(), step);
  if (seconds !== null) {
    goTo(editor, seconds);
  }
}

/** Moves the playhead to a time, and scrolls to make it visible. */
function goTo({ view, transport }: Editor, seconds: number): void {
  const scale = { pixelsPerSecond: view.pixelsPerSecond.peek(), startSeconds: view.startSeconds.peek() };
  transport.seek(seconds);
  view.startSeconds.value = followed(scale, view.widthPx.peek(), seconds);
}

function selectAll({ document, selection }: Editor): void {
  selection.value = document
    .peek()
    .tracks.flatMap(({ items, isLocked }) => items.flatMap((item) => (isLocked || item.isLocked ? [] : [item.id])));
  announce(`${selection.peek().length} selected.`);
}

const toolWords: Readonly<Record<Tool, string>> = {
  select: 'Select tool',
  razor: 'Razor tool: click a clip to split it.',
  slip: 'Slip tool: drag a clip to show another part of its file.',
};

function setTool({ view }: Editor, tool: Tool): void {
  view.tool.value = tool;
  announce(toolWords[tool]);
}

/** Selects the unlocked clips at the playhead, or all that start there or later, for example to make space. */
function selectFrom({ document, selection, transport }: Editor, from: typeof openFrom): void {
  selection.value = from(document.peek(), transport.seconds.peek()).map(({ item }) => item.id);
  announce(`${selection.peek().length} selected.`);
}

function goToMarker(editor: Editor, step: -1 | 1): void {
  const times = editor.document.peek().markers.map(({ atSeconds }) => atSeconds);
  const seconds = nextEdit(
    times.toSorted((one, other) => one - other),
    editor.transport.seconds.peek(),
    step,
  );
  if (seconds === null) {
    announce(step === 1 ? 'No next marker.' : 'No previous marker.');
  } else {
    goTo(editor, seconds);
  }
}

/** The commands for zoom, tools, markers and navigation in the timeline. */
export const viewCommands: readonly Command[] = [
  { id: 'select-all', label: 'Select all', group: 'Edit', keys: ['$mod+a'], run: selectAll },
  {
    id: 'select-at-playhead',
    label: 'Select clips at the playhead',
    group: 'Edit',
    keys: ['d'],
    run: (editor) => selectFrom(editor, openFrom),
  },
  {
    id: 'select-behind',
    label: 'Select clips from the playhead on',
    group: 'Edit',
    keys: ['a'],
    run: (editor) => selectFrom(editor, openBehind),
  },
  {
    id: 'select-nothing',
    label: 'Deselect all',
    group: 'Edit',
    keys: ['Escape', '$mod+Shift+a'],
    isEnabled: (editor) =>
      editor.selection.value.length > 0 ||
      getChosenId(editor) !== null ||
      editor.view.gap.value !== null ||
      editor.view.tool.value !== 'select',
    run: (editor) => {
      editor.selection.value = [];
      editor.view.gap.value = null;
      editor.view.tool.value = 'select';
    },
  },
  {
    id: 'tool-select',
    label: 'Select tool',
    group: 'Timeline',
    keys: ['v'],
    run: (editor) => setTool(editor, 'select'),
  },
  { id: 'tool-razor', label: 'Razor tool', group: 'Timeline', keys: ['c'], run: (editor) => setTool(editor, 'razor') },
  { id: 'tool-slip', label: 'Slip tool', group: 'Timeline', keys: ['y'], run: (editor) => setTool(editor, 'slip') },
  {
    id: 'snapping',
    label: 'Toggle snapping',
    group: 'Timeline',
    keys: ['n'],
    run: ({ view }) => {
      view.isSnapping.value = !view.isSnapping.peek();
      announce(`Snapping ${view.isSnapping.peek() ? 'on' : 'off'}.`);
    },
  },
  {
    id: 'magnetic',
    label: 'Toggle magnetic track',
    group: 'Timeline',
    keys: ['Shift+n'],
    run: toggleMagnetic,
  },
  {
    id: 'rippling',
    label: 'Toggle ripple mode',
    group: 'Timeline',
    keys: ['Shift+r'],
    run: ({ view }) => {
      view.isRippling.value = !view.isRippling.peek();
      announce(`Ripple ${view.isRippling.peek() ? 'on: gaps close on all tracks' : 'off'}.`);
    },
  },
  {
    id: 'add-marker',
    label: 'Add marker',
    group: 'Timeline',
    keys: ['m'],
    run: (editor) => addMarkerAt(editor, editor.transport.seconds.peek()),
  },
  {
    id: 'next-marker',
    label: 'Next marker',
    group: 'Timeline',
    keys: ['Shift+m'],
    isEnabled: ({ document }) => document.value.markers.length > 0,
    run: (editor) => goToMarker(editor, 1),
  },
  {
    id: 'previous-marker',
    label: 'Previous marker',
    group: 'Timeline',
    keys: ['$mod+Shift+m'],
    isEnabled: ({ document }) => document.value.markers.length > 0,
    run: (editor) => goToMarker(editor, -1),
  },
  {
    id: 'previous-edit',
    label: 'Previous edit',
    group: 'Timeline',
    keys: ['ArrowUp', 'PageUp'],
    run: (editor) => goToEdit(editor, -1),
  },
  {
    id: 'next-edit',
    label: 'Next edit',
    group: 'Timeline',
    keys: ['ArrowDown', 'PageDown'],
    run: (editor) => goToEdit(editor, 1),
  },
  {
    id: 'zoom-in',
    label: 'Zoom in',
    group: 'View',
    keys: ['=', 'Shift+Equal', 'NumpadAdd'],
    run: (editor) => zoomAtPlayhead(editor, zoomBy(editor.view.pixelsPerSecond.peek(), 1)),
  },
  {
    id: 'zoom-out',
    label: 'Zoom out',
    group: 'View',
    keys: ['-', 'NumpadSubtract'],
    run: (editor) => zoomAtPlayhead(editor, zoomBy(editor.view.pixelsPerSecond.peek(), -1)),
  },
  { id: 'fit', label: 'Zoom to fit', group: 'View', keys: ['Shift+z', 'Backslash'], run: fitAll },
  {
    id: 'table',
    label: 'Toggle list view',
    group: 'View',
    keys: ['Alt+t'],
    run: ({ view }) => (view.isTable.value = !view.isTable.peek()),
  },
  {
    id: 'timecode',
    label: 'Show timecode',
    getLabel: () => (isTimecode.value ? 'Show seconds' : 'Show timecode'),
    group: 'View',
    keys: [],
    run: () => {
      setTimecode(!isTimecode.peek());
      announce(isTimecode.peek() ? 'Times are shown as timecode.' : 'Times are shown in seconds.');
    },
  },
];
