import type { Edit } from '#core/timeline/edit.ts';
import { getEnd } from '#core/timeline/schedule.ts';
import { announce } from '#ui/app/announce.ts';
import type { Editor } from '../editor.ts';
import {
  copyItems,
  deleteEdits,
  nudgeEdgeEdits,
  pasteEdits,
  splitEdits,
  trimToEdits,
  type Copied,
  type Ripple,
} from './clip-edits.ts';
import { getAssetDuration } from './asset-durations.ts';
import { clipboard, type Clipboard } from './clipboard.ts';
import { clipAfter, findPlaced } from './clips.ts';
import { planMove } from './gestures/plan-move.ts';
import { clipsInWords } from './gestures/plan.ts';
import { getRows } from './rows.ts';
import { formatTime } from '../time-notation.ts';
import { focusClip } from './use-clip-keys.ts';

/** Returns how the current mode closes gaps. */
export const getRipple = ({ view }: Editor): 'none' | 'all' => (view.isRippling.peek() ? 'all' : 'none');

/** Splits the selected clips at the playhead; without a selection, every clip there. */
export function splitAtPlayhead(editor: Editor): void {
  const { document, selection, transport } = editor;
  const at = transport.seconds.peek();
  const edits = splitEdits(document.peek(), selection.peek(), at);
  if (edits.length === 0) {
    sayNothingThere(editor, 'at the playhead');
    return;
  }
  const timecode = formatTime(at, document.peek().frameRate);
  act(editor, edits, `Split ${clipsInWords(edits.length)}`, `Split at ${timecode}.`);
}

/** Splits every clip at the playhead, regardless of the selection. */
export function splitAllAtPlayhead(editor: Editor): void {
  const at = editor.transport.seconds.peek();
  const edits = splitEdits(editor.document.peek(), [], at);
  const timecode = formatTime(at, editor.document.peek().frameRate);
  act(editor, edits, `Split ${clipsInWords(edits.length)}`, `Split at ${timecode} on all tracks.`);
}

/** Deletes the selected clips. */
export function deleteClips(editor: Editor, ripple: Ripple): void {
  const ids = selectedIds(editor);
  const words = clipsInWords(ids.length);
  const label = ripple === 'none' ? `Delete ${words}` : `Ripple delete ${words}`;
  const next = clipAfter(editor.document.peek(), ids);
  if (act(editor, deleteEdits(editor.document.peek(), ids, ripple), label, `Deleted ${words}.`)) {
    editor.selection.value = [];
    followFocus(editor, next);
  }
}

/** Trims the start or the end of the clips at the playhead to it. */
export function trimToPlayhead(editor: Editor, edge: 'start' | 'end'): void {
  const { document, selection, transport } = editor;
  const parts = { atSeconds: transport.seconds.peek(), edge, ripple: getRipple(editor) };
  const edits = trimToEdits(document.peek(), selection.peek(), parts);
  if (edits.length === 0) {
    sayNothingThere(editor, 'at the playhead');
    return;
  }
  const [first] = edits;
  const item = first && 'itemId' in first ? findPlaced(document.peek(), [first.itemId])[0]?.item : undefined;
  const isDone = act(editor, edits, `Trim ${edge}`, `Trimmed ${clipsInWords(edits.length)}.`);
  // The content at the playhead moved to the start of the clip.
  if (isDone && item && edge === 'start' && parts.ripple === 'all') {
    transport.seek(item.startSeconds);
  }
}

/** Copies the selected clips, and returns their number. */
export function copyClips({ canvasId, document, selection, assets }: Editor): number {
  const copied = copyItems(document.peek(), selection.peek());
  if (copied.length > 0) {
    clipboard.value = { canvasId, copied, assets: assets.peek() };
  }
  return copied.length;
}

/** Pastes the copied clips at the playhead. */
export const pasteAtPlayhead = (editor: Editor): void =>
  putCopies(editor, clipboard.peek(), { at: editor.transport.seconds.peek(), label: 'Paste' });

/** Inserts copies of the selected clips after them. */
export function duplicateClips(editor: Editor): void {
  const copied = copyItems(editor.document.peek(), editor.selection.peek());
  const at = Math.max(...copied.map(({ item }) => getEnd(item)));
  putCopies(editor, { canvasId: editor.canvasId, copied, assets: editor.assets.peek() }, { at, label: 'Duplicate' });
}

function putCopies(editor: Editor, clipboard: Clipboard, { at, label }: { at: number; label: string }): void {
  const { canvasId, copied, assets } = clipboard;
  const isSameCanvas = canvasId === editor.canvasId;
  const { edits, ids } = pasteEdits(editor.document.peek(), copied, { atSeconds: at, isSameCanvas });
  if (act(editor, edits, label, `${label}: ${clipsInWords(ids.length)}.`, assetsFor(copied, assets))) {
    editor.selection.value = ids;
    followFocus(editor, ids[0]);
  }
}

/** Moves the focus to this clip for keyboard users, who stay among the clips. */
function followFocus(editor: Editor, itemId: string | undefined): void {
  const isAmongClips =
    document.activeElement?.closest('.track-lane, .timeline-menu') ?? document.activeElement === document.body;
  if (itemId !== undefined && isAmongClips) {
    focusClip(editor, itemId);
  }
}

/** Returns the files that copies show, because those of another canvas are unknown here. */
function assetsFor(copied: readonly Copied[], assets: Clipboard['assets']): Clipboard['assets'] {
  const text = JSON.stringify(copied);
  return Object.fromEntries(Object.entries(assets).filter(([id]) => text.includes(JSON.stringify(id))));
}

/** Moves the selected clips by frames. */
export function nudge(editor: Editor, frames: number): void {
  const words = clipsInWords(selectedIds(editor).length);
  const bySeconds = frames / editor.document.peek().frameRate;
  moveSelected(editor, { bySeconds, rows: 0 }, `Moved ${words} ${frames < 0 ? 'earlier' : 'later'}.`);
  showStep(editor, 'move');
}

/** Moves the selected clips in time and by rows, like a drag of the first of them. */
export function moveSelected(
  editor: Editor,
  { bySeconds, rows }: { readonly bySeconds: number; readonly rows: number },
  done: string,
): void {
  const document = editor.document.peek();
  const ids = selectedIds(editor);
  const [heldId] = ids;
  if (heldId !== undefined) {
    const row = getRows(document).findIndex(({ track }) => track.items.some(({ id }) => id === heldId));
    const drag = { ids, heldId, bySeconds, overRow: rows === 0 ? null : row + rows };
    const plan = planMove(document, drag, { targets: [], toleranceSeconds: 0 });
    act(editor, plan?.edits ?? [], plan?.label ?? '', done);
  }
}

/** Moves an edge of each selected clip by frames. */
export function nudgeEdge(editor: Editor, edge: 'start' | 'end', frames: number): void {
  const edits = nudgeEdgeEdits(editor.document.peek(), editor.selection.peek(), { edge, frames });
  act(editor, edits, 'Trim clip', `${edge === 'start' ? 'Start' : 'End'} trimmed by a frame.`);
  showStep(editor, edge);
}

/** Shows the time of the first selected clip on the stage for a moment, and after a trim the frame at its edge. */
function showStep(editor: Editor, part: 'move' | 'start' | 'end'): void {
  const [itemId] = selectedIds(editor);
  if (itemId !== undefined) {
    const show = async (): Promise<void> => {
      const { showKeyStep } = await import('./gestures/tell-steps.ts');
      showKeyStep(editor, { itemId, part, getAssetDuration });
    };
    show().catch(() => undefined);
  }
}

/** Turns a property of all selected clips on, or off if all have it. */
export function toggleAll(editor: Editor, name: 'isHidden' | 'isMuted' | 'isLocked', label: string): void {
  const items = findPlaced(editor.document.peek(), editor.selection.peek()).flatMap(({ item }) =>
    name in item ? [item] : [],
  );
  const isOn = !items.every((item) => Reflect.get(item, name) === true);
  const edits = items.map(({ id }): Edit => ({ type: 'set', itemId: id, properties: { [name]: isOn } }));
  act(editor, edits, label, `${label}: ${isOn ? 'on' : 'off'}.`);
}

/** Groups the selected clips. */
export function groupClips(editor: Editor): void {
  const itemIds = selectedIds(editor);
  act(editor, [{ type: 'group', itemIds }], 'Group clips', `Grouped ${clipsInWords(itemIds.length)}.`);
}

/** Ungroups all selected groups. */
export function ungroupClips(editor: Editor): void {
  const edits = getGroups(editor).map((groupId): Edit => ({ type: 'ungroup', groupId }));
  act(editor, edits, 'Ungroup', 'Ungrouped.');
}

/** Returns the groups of the selected clips. */
export const getGroups = ({ document, selection }: Editor): string[] => [
  ...new Set(findPlaced(document.value, selection.value).flatMap(({ item }) => item.groupId ?? [])),
];

const selectedIds = ({ document, selection }: Editor): string[] =>
  findPlaced(document.peek(), selection.peek()).map(({ item }) => item.id);

/** Reports that a command has no clip to change; with a selection, that none of its clips is in the required place. */
export function sayNothingThere(editor: Editor, where: string): void {
  const count = selectedIds(editor).length;
  const clips = count === 1 ? 'The selected clip is locked or' : 'The selected clips are locked or';
  const sentence =
    count === 0 ? 'No clips to change here.' : `${clips} not ${where}. Clear the selection to change all tracks.`;
  editor.refusal.value = count === 0 ? null : sentence;
  announce(sentence);
}

/** Applies the edits, and announces the result to screen readers, or the reason of a refusal. */
function act(
  editor: Editor,
  edits: readonly Edit[],
  label: string,
  done: string,
  assets: Clipboard['assets'] = {},
): boolean {
  const isDone = edits.length > 0 && editor.apply(edits, label, assets);
  announce(isDone ? done : (editor.refusal.peek() ?? 'No clips to change here.'));
  return isDone;
}
