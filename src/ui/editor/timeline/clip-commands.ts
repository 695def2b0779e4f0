import { announce } from '../../announce.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { endOf } from '#core/timeline/schedule.ts';
import type { Command } from '../commands/command.ts';
import type { Editor } from '../editor.ts';
import {
  copiedOf,
  deleteEdits,
  nudgeEdgeEdits,
  pasteEdits,
  splitEdits,
  trimToEdits,
  underPlayhead,
  type Ripple,
} from './clip-edits.ts';
import { clipboard } from './clipboard.ts';
import { placedOf } from './clips.ts';
import { planMove } from './gestures/plan-move.ts';
import { clipsInWords } from './gestures/plan.ts';
import { rowsOf } from './rows.ts';
import { toFrameTimecode } from './timecode.ts';

const hasClips = ({ document, selection }: Editor): boolean => placedOf(document.value, selection.value).length > 0;
const hasClipsAtPlayhead = ({ document, selection, transport }: Editor): boolean =>
  underPlayhead(document.value, selection.value, transport.seconds.value).length > 0;

/** Makes the edits, and says what was done to who does not see it; why not, if they are refused. */
function act(editor: Editor, edits: readonly Edit[], label: string, done: string): boolean {
  const isDone = edits.length > 0 && editor.apply(edits, label);
  announce(isDone ? done : (editor.refusal.peek() ?? 'Nothing to do there.'));
  return isDone;
}

function remove(editor: Editor, ripple: Ripple): void {
  const ids = placedOf(editor.document.peek(), editor.selection.peek()).map(({ item }) => item.id);
  const words = clipsInWords(ids.length);
  const label = ripple === 'none' ? `Delete ${words}` : `Delete ${words} and close the gap`;
  if (act(editor, deleteEdits(editor.document.peek(), ids, ripple), label, `Deleted ${words}.`)) {
    editor.selection.value = [];
  }
}

const rippleOf = ({ view }: Editor): 'none' | 'all' => (view.isRippling.peek() ? 'all' : 'none');

function trimTo(editor: Editor, edge: 'start' | 'end'): void {
  const { document, selection, transport } = editor;
  const parts = { atSeconds: transport.seconds.peek(), edge, ripple: rippleOf(editor) };
  const edits = trimToEdits(document.peek(), selection.peek(), parts);
  const [first] = edits;
  const start =
    first && 'itemId' in first ? placedOf(document.peek(), [first.itemId])[0]?.item.startSeconds : undefined;
  if (act(editor, edits, edge === 'start' ? 'Trim start' : 'Trim end', `Trimmed ${clipsInWords(edits.length)}.`)) {
    // What was behind the playhead has moved to where the clip begins.
    if (edge === 'start' && parts.ripple === 'all' && start !== undefined) {
      transport.seek(start);
    }
  }
}

function copy(editor: Editor): number {
  const { document, selection, assets } = editor;
  const copied = copiedOf(document.peek(), selection.peek());
  if (copied.length > 0) {
    clipboard.value = { copied, assets: assets.peek() };
  }
  return copied.length;
}

function place(editor: Editor, at: number, label: string): void {
  const { copied, assets } = clipboard.peek();
  put(editor, { copied, assets, at, label });
}

function put(
  editor: Editor,
  { copied, assets, at, label }: ReturnType<typeof clipboard.peek> & { at: number; label: string },
): void {
  const { edits, ids } = pasteEdits(editor.document.peek(), copied, at);
  const known = new Set(copied.flatMap(({ item }) => ('assetId' in item ? [item.assetId] : [])));
  const needed = Object.fromEntries(
    Object.entries(assets).filter(([id]) => known.has(id) || id in editor.assets.peek()),
  );
  if (editor.apply(edits, label, needed)) {
    editor.selection.value = ids;
    announce(`${label}: ${clipsInWords(ids.length)}.`);
  } else {
    announce(editor.refusal.peek() ?? 'It cannot go there.');
  }
}

function duplicate(editor: Editor): void {
  const copied = copiedOf(editor.document.peek(), editor.selection.peek());
  const at = Math.max(...copied.map(({ item }) => endOf(item)));
  put(editor, { copied, assets: editor.assets.peek(), at, label: 'Duplicate' });
}

function nudge(editor: Editor, frames: number): void {
  const { document, selection } = editor;
  const by = frames / document.peek().frameRate;
  moveSelected(
    editor,
    { bySeconds: by, rows: 0 },
    `Moved ${clipsInWords(selection.peek().length)} ${frames < 0 ? 'earlier' : 'later'}.`,
  );
}

function moveSelected(editor: Editor, { bySeconds, rows }: { bySeconds: number; rows: number }, done: string): void {
  const document = editor.document.peek();
  const ids = placedOf(document, editor.selection.peek()).map(({ item }) => item.id);
  const [heldId] = ids;
  if (heldId === undefined) {
    return;
  }
  const row = rowsOf(document).findIndex(({ track }) => track.items.some(({ id }) => id === heldId));
  const drag = { ids, heldId, bySeconds, overRow: row + rows };
  const plan = planMove(document, drag, { targets: [], toleranceSeconds: 0 });
  if (plan) {
    act(editor, plan.edits, plan.label, done);
  }
}

const nudgeEdge = (editor: Editor, edge: 'start' | 'end', frames: number): boolean =>
  act(
    editor,
    nudgeEdgeEdits(editor.document.peek(), editor.selection.peek(), { edge, frames }),
    'Trim clip',
    `${edge === 'start' ? 'Start' : 'End'} trimmed by a frame.`,
  );

/** Turns a property of all selected clips on, or off where all have it. */
function toggleAll(editor: Editor, name: 'isHidden' | 'isMuted' | 'isLocked', label: string): void {
  const items = placedOf(editor.document.peek(), editor.selection.peek()).flatMap(({ item }) =>
    name in item ? [item] : [],
  );
  const isOn = !items.every((item) => Reflect.get(item, name) === true);
  const edits = items.map(({ id }): Edit => ({ type: 'set', itemId: id, properties: { [name]: isOn } }));
  act(editor, edits, label, `${label}: ${isOn ? 'on' : 'off'}.`);
}

function group(editor: Editor): void {
  const itemIds = placedOf(editor.document.peek(), editor.selection.peek()).map(({ item }) => item.id);
  act(editor, [{ type: 'group', itemIds }], 'Group clips', `Grouped ${clipsInWords(itemIds.length)}.`);
}

const groupsOf = ({ document, selection }: Editor): string[] => [
  ...new Set(placedOf(document.value, selection.value).flatMap(({ item }) => item.groupId ?? [])),
];

const split: Command = {
  id: 'split',
  label: 'Split at the playhead',
  group: 'Edit',
  keys: ['s', '$mod+b', '$mod+k'],
  isEnabled: hasClipsAtPlayhead,
  run: (editor) => {
    const { document, selection, transport } = editor;
    const at = transport.seconds.peek();
    const edits = splitEdits(document.peek(), selection.peek(), at);
    act(
      editor,
      edits,
      `Split ${clipsInWords(edits.length)}`,
      `Split at ${toFrameTimecode(at, document.peek().frameRate)}.`,
    );
  },
};

/** What is done with clips. */
export const clipCommands: readonly Command[] = [
  split,
  {
    id: 'delete',
    label: 'Delete',
    group: 'Edit',
    keys: ['Delete', 'Backspace'],
    isEnabled: hasClips,
    run: (editor) => remove(editor, rippleOf(editor)),
  },
  {
    id: 'ripple-delete',
    label: 'Delete and close the gap',
    group: 'Edit',
    keys: ['Shift+Delete', 'Shift+Backspace'],
    isEnabled: hasClips,
    run: (editor) => remove(editor, editor.view.isRippling.peek() ? 'all' : 'this'),
  },
  { id: 'duplicate', label: 'Duplicate', group: 'Edit', keys: ['$mod+d'], isEnabled: hasClips, run: duplicate },
  {
    id: 'copy',
    label: 'Copy',
    group: 'Edit',
    keys: ['$mod+c'],
    isEnabled: hasClips,
    run: (editor) => announce(`Copied ${clipsInWords(copy(editor))}.`),
  },
  {
    id: 'cut',
    label: 'Cut',
    group: 'Edit',
    keys: ['$mod+x'],
    isEnabled: hasClips,
    run: (editor) => {
      copy(editor);
      remove(editor, rippleOf(editor));
    },
  },
  {
    id: 'paste',
    label: 'Paste at the playhead',
    group: 'Edit',
    keys: ['$mod+v'],
    isEnabled: () => clipboard.value.copied.length > 0,
    run: (editor) => place(editor, editor.transport.seconds.peek(), 'Paste'),
  },
  {
    id: 'group',
    label: 'Group',
    group: 'Edit',
    keys: ['$mod+g'],
    isEnabled: ({ document, selection }) => placedOf(document.value, selection.value).length > 1,
    run: group,
  },
  {
    id: 'ungroup',
    label: 'Ungroup',
    group: 'Edit',
    keys: ['$mod+Shift+g'],
    isEnabled: (editor) => groupsOf(editor).length > 0,
    run: (editor) =>
      void act(
        editor,
        groupsOf(editor).map((groupId) => ({ type: 'ungroup', groupId })),
        'Ungroup',
        'Ungrouped.',
      ),
  },
  {
    id: 'trim-start',
    label: 'Trim start to the playhead',
    group: 'Edit',
    keys: ['q'],
    isEnabled: hasClipsAtPlayhead,
    run: (editor) => trimTo(editor, 'start'),
  },
  {
    id: 'trim-end',
    label: 'Trim end to the playhead',
    group: 'Edit',
    keys: ['w'],
    isEnabled: hasClipsAtPlayhead,
    run: (editor) => trimTo(editor, 'end'),
  },
  {
    id: 'start-earlier',
    label: 'Start one frame earlier',
    group: 'Edit',
    keys: ['['],
    isEnabled: hasClips,
    run: (editor) => void nudgeEdge(editor, 'start', -1),
  },
  {
    id: 'start-later',
    label: 'Start one frame later',
    group: 'Edit',
    keys: ['Shift+BracketLeft'],
    isEnabled: hasClips,
    run: (editor) => void nudgeEdge(editor, 'start', 1),
  },
  {
    id: 'end-later',
    label: 'End one frame later',
    group: 'Edit',
    keys: [']'],
    isEnabled: hasClips,
    run: (editor) => void nudgeEdge(editor, 'end', 1),
  },
  {
    id: 'end-earlier',
    label: 'End one frame earlier',
    group: 'Edit',
    keys: ['Shift+BracketRight'],
    isEnabled: hasClips,
    run: (editor) => void nudgeEdge(editor, 'end', -1),
  },
  {
    id: 'nudge-left',
    label: 'Move one frame earlier',
    group: 'Edit',
    keys: ['Alt+ArrowLeft'],
    isEnabled: hasClips,
    run: (editor) => nudge(editor, -1),
  },
  {
    id: 'nudge-right',
    label: 'Move one frame later',
    group: 'Edit',
    keys: ['Alt+ArrowRight'],
    isEnabled: hasClips,
    run: (editor) => nudge(editor, 1),
  },
  {
    id: 'nudge-left-far',
    label: 'Move ten frames earlier',
    group: 'Edit',
    keys: ['Alt+Shift+ArrowLeft'],
    isEnabled: hasClips,
    run: (editor) => nudge(editor, -10),
  },
  {
    id: 'nudge-right-far',
    label: 'Move ten frames later',
    group: 'Edit',
    keys: ['Alt+Shift+ArrowRight'],
    isEnabled: hasClips,
    run: (editor) => nudge(editor, 10),
  },
  {
    id: 'move-up',
    label: 'Move to the track above',
    group: 'Edit',
    keys: ['Alt+ArrowUp'],
    isEnabled: hasClips,
    run: (editor) => moveSelected(editor, { bySeconds: 0, rows: -1 }, 'Moved up.'),
  },
  {
    id: 'move-down',
    label: 'Move to the track below',
    group: 'Edit',
    keys: ['Alt+ArrowDown'],
    isEnabled: hasClips,
    run: (editor) => moveSelected(editor, { bySeconds: 0, rows: 1 }, 'Moved down.'),
  },
  {
    id: 'hide-clip',
    label: 'Hide or show',
    group: 'Edit',
    keys: [],
    isEnabled: hasClips,
    run: (editor) => toggleAll(editor, 'isHidden', 'Hide'),
  },
  {
    id: 'mute-clip',
    label: 'Mute or unmute',
    group: 'Edit',
    keys: [],
    isEnabled: hasClips,
    run: (editor) => toggleAll(editor, 'isMuted', 'Mute'),
  },
  {
    id: 'lock-clip',
    label: 'Lock or unlock',
    group: 'Edit',
    keys: [],
    isEnabled: hasClips,
    run: (editor) => toggleAll(editor, 'isLocked', 'Lock'),
  },
];
