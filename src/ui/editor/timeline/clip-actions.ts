import type { TimelineDocument } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { findGap } from '#core/timeline/edits/trims.ts';
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
import { clipAfter, findPlaced, getClips } from './clips.ts';
import { planInsert } from './gestures/plan-insert.ts';
import { isNoMove, planMove } from './gestures/plan-move.ts';
import { clipsInWords } from './gestures/plan.ts';
import { closeGapEdit, getClickedGap, getMainTrack, keepMainTrack, rippleFor } from './magnet.ts';
import { getRows } from './rows.ts';
import { formatTime } from '../time-notation.ts';
import { focusClip } from './use-clip-keys.ts';

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
export function deleteClips(editor: Editor, toRipple: (trackId: string) => Ripple): void {
  const ids = selectedIds(editor);
  const words = clipsInWords(ids.length);
  const next = clipAfter(editor.document.peek(), ids);
  if (act(editor, deleteEdits(editor.document.peek(), ids, toRipple), `Delete ${words}`, `Deleted ${words}.`)) {
    editor.selection.value = [];
    followFocus(editor, next);
  }
}

/** Trims the start or the end of the clips at the playhead to it. */
export function trimToPlayhead(editor: Editor, edge: 'start' | 'end'): void {
  const { document, selection, transport } = editor;
  const parts = { atSeconds: transport.seconds.peek(), edge, toRipple: rippleFor(editor) };
  const edits = trimToEdits(document.peek(), selection.peek(), parts);
  if (edits.length === 0) {
    sayNothingThere(editor, 'at the playhead');
    return;
  }
  const [first] = edits;
  const item = first?.type === 'ripple-trim' ? findPlaced(document.peek(), [first.itemId])[0]?.item : undefined;
  const isDone = act(editor, edits, `Trim ${edge}`, `Trimmed ${clipsInWords(edits.length)}.`);
  // The content at the playhead moved to the start of the clip.
  if (isDone && item && edge === 'start') {
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
  const { edits, ids } = pasteEdits(editor.document.peek(), copied, {
    atSeconds: at,
    isSameCanvas,
    magneticTrackId: keepMainTrack(editor),
  });
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

/** Moves the selected clips by frames; clips of the magnetic track past the next clip. */
export function nudge(editor: Editor, frames: number): void {
  const ids = selectedIds(editor);
  const bySeconds = getStepOnMain(editor, ids, frames < 0) ?? frames / editor.document.peek().frameRate;
  moveSelected(
    editor,
    { bySeconds, rows: 0 },
    `Moved ${clipsInWords(ids.length)} ${frames < 0 ? 'earlier' : 'later'}.`,
  );
  showStep(editor, 'move');
}

/** Returns the seconds by which clips of the magnetic track move past the next one; null for clips of other tracks. */
function getStepOnMain(editor: Editor, ids: readonly string[], isEarlier: boolean): number | null {
  const clips = getClips(getMainTrack(editor) ?? { items: [] });
  const first = clips.findIndex(({ id }) => ids.includes(id));
  const last = clips.findLastIndex(({ id }) => ids.includes(id));
  const [held, tail] = [clips[first], clips[last]];
  if (!held || !tail) {
    return null;
  }
  const other = clips[isEarlier ? first - 1 : last + 1];
  if (!other) {
    return 0;
  }
  return isEarlier ? other.startSeconds - held.startSeconds : getEnd(other) - getEnd(tail);
}

/** Moves the selected clips in time and by rows, like a drag of the first of them. */
export function moveSelected(
  editor: Editor,
  { bySeconds, rows }: { readonly bySeconds: number; readonly rows: -1 | 0 | 1 },
  done: string,
): void {
  const document = editor.document.peek();
  const magneticTrackId = keepMainTrack(editor);
  const ids = selectedIds(editor);
  const main = document.tracks.find(({ id }) => id === magneticTrackId);
  const heldId = ids.find((id) => main?.items.some((item) => item.id === id)) ?? ids[0];
  if (heldId === undefined) {
    return;
  }
  const drag = { ids, heldId, bySeconds, overRow: rows === 0 ? null : rowBeside(document, heldId, rows) };
  const plan = planMove(document, drag, { targets: [], toleranceSeconds: 0 });
  const inserted = plan && planInsert(document, plan, { heldId, magneticTrackId });
  if (!inserted || isNoMove(document, inserted)) {
    announce('The clip cannot move further.');
    return;
  }
  act(editor, inserted.edits, inserted.label, done);
}

/** Returns the row above or below that of a clip; beyond all rows if that one is of the other kind, which adds a track. */
function rowBeside(document: TimelineDocument, itemId: string, step: -1 | 1): number {
  const rows = getRows(document);
  const row = rows.findIndex(({ track }) => track.items.some(({ id }) => id === itemId));
  const isOfKind = rows[row + step]?.track.kind === rows[row]?.track.kind;
  return isOfKind ? row + step : step < 0 ? -1 : rows.length;
}

/** Closes a gap of a track. */
export function closeGap(editor: Editor, trackId: string, atSeconds: number): void {
  if (act(editor, [closeGapEdit(editor, trackId, atSeconds)], 'Close gap', 'Gap closed.')) {
    editor.view.gap.value = null;
  }
}

/** Closes the gap that was clicked. */
export function closeClickedGap(editor: Editor): void {
  const gap = getClickedGap(editor);
  if (gap) {
    closeGap(editor, gap.trackId, (gap.startSeconds + gap.endSeconds) / 2);
  }
}

/** Closes the gap at the playhead, on the main track if it has one there, else on the topmost track that has one. */
export function closeGapAtPlayhead(editor: Editor): void {
  const trackId = findGapTrack(editor);
  if (trackId !== undefined) {
    closeGap(editor, trackId, editor.transport.seconds.peek());
  }
}

/** Returns the id of the track whose gap at the playhead a command closes. */
export function findGapTrack(editor: Editor): string | undefined {
  const { document, transport } = editor;
  const seconds = transport.seconds.value;
  const main = getMainTrack(editor);
  const rows = getRows(document.value).map(({ track }) => track);
  return (main ? [main, ...rows] : rows).find(
    (track) => !track.isLocked && findGap(track, seconds, document.value.frameRate),
  )?.id;
}

/** Moves an edge of each selected clip by frames. */
export function nudgeEdge(editor: Editor, edge: 'start' | 'end', frames: number): void {
  const edits = nudgeEdgeEdits(editor.document.peek(), editor.selection.peek(), {
    edge,
    frames,
    toRipple: rippleFor(editor),
  });
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
