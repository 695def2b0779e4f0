import { beforeAll, expect, test, vi } from 'vitest';
import type { Item } from '#core/timeline/document.ts';
import { makeTimeline, makeItem } from '../../../../test/support/timeline.ts';
import { copyClips, duplicateClips, pasteAtPlayhead, splitAtPlayhead } from '../timeline/clip-actions.ts';
import { rangeCommands } from '../timeline/range-commands.ts';
import { addMaterial } from '../materials/add-material.ts';
import type { Editor } from '../editor.ts';
import { openEditor } from '../session/open-editor.ts';
import { CutOutNotes } from './cut-out-notes.ts';
import { detach } from './one-click.ts';
import { isPartOf } from './replacement.ts';

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('document', { activeElement: null, body: {} });
});

const file = {
  assetId: 'asset_video',
  name: 'a.mp4',
  kind: 'video',
  width: 640,
  height: 360,
  durationSeconds: 2,
  file: { url: '/a.mp4', bytes: 10, mimeType: 'video/mp4' },
} as const;

const rest = (jobId: string) => ({
  jobId,
  name: 'a.mp4',
  sourceAssetId: 'asset_video',
  part: { startSeconds: 0, endSeconds: null },
});

/** Opens a canvas in an editor that reports created items to the notes. */
function open(notes: CutOutNotes, id: string, items: readonly Item[]): Editor {
  const times = { createdAt: '2026-05-03T10:00:00Z', updatedAt: '2026-05-03T10:00:00Z' };
  const canvas = { id, revision: 1, document: makeTimeline([{ items }]), durationSeconds: 4, assets: {}, ...times };
  return openEditor(canvas, (created) => notes.noteCreated(id, created));
}

/** Starts a run for a clip, and stores its note at once. */
const keepNote = (notes: CutOutNotes, jobId: string, canvasId: string, itemId: string, otherIds: string[] = []): void =>
  notes.start({ canvasId, itemId, otherIds }).keep(rest(jobId));

const getIds = ({ document }: Editor): string[] =>
  document.value.tracks.flatMap(({ items }) => items).map(({ id }) => id);

/** Returns the parts of the clip of a run, as a cutout would replace them. */
function getParts({ document }: Editor, notes: CutOutNotes, jobId: string): string[] {
  const note = notes.all.value.find((each) => each.jobId === jobId);
  const items = document.value.tracks.flatMap((track) => track.items);
  return items.flatMap((item) => (note && isPartOf(item, note, note.sourceAssetId) ? [item.id] : []));
}

/** Splits one clip at a time, and returns the id of the later part. */
function splitAt(editor: Editor, id: string, seconds: number): string {
  editor.selection.value = [id];
  editor.transport.seek(seconds);
  return newIds(editor, () => splitAtPlayhead(editor))[0] ?? '';
}

/** Copies a clip, and returns the ids of the pasted items. */
function paste(from: Editor, id: string, to: Editor, seconds: number): string[] {
  from.selection.value = [id];
  copyClips(from);
  to.transport.seek(seconds);
  return newIds(to, () => pasteAtPlayhead(to));
}

function newIds(editor: Editor, act: () => void): string[] {
  const before = getIds(editor);
  act();
  return getIds(editor).filter((id) => !before.includes(id));
}

test('the same file that is added during a background removal is not part of the clip, but a split is', () => {
  const notes = new CutOutNotes();
  const editor = open(notes, 'cnv_1', [makeItem('video', 'a')]);
  const started = notes.start({ canvasId: 'cnv_1', itemId: 'a', otherIds: [] });
  // Before and after the run has a job.
  const early = addMaterial(editor, file, { atSeconds: 4 });
  started.keep(rest('env_1'));
  started.end();
  keepNote(notes, 'env_2', 'cnv_2', 'b');
  const late = addMaterial(editor, file, { atSeconds: 8 });
  const second = splitAt(editor, 'a', 1);
  expect([early, late]).not.toContain(null);
  expect(getParts(editor, notes, 'env_1')).toEqual(['a', second]);
  expect(notes.all.value.find(({ jobId }) => jobId === 'env_2')?.otherIds).toEqual([]);
});

test('a split or a copy of such a file is not part of the clip either, nor is a copy from another canvas', () => {
  const notes = new CutOutNotes();
  const editor = open(notes, 'here', [makeItem('video', 'clip')]);
  // Items of two canvases may have the same id.
  const other = open(notes, 'there', [makeItem('video', 'clip')]);
  keepNote(notes, 'env_3', 'here', 'clip');
  const placed = addMaterial(editor, file, { atSeconds: 4 }) ?? '';
  // The magnetic track places it right after the clip.
  splitAt(editor, placed, 3);
  expect(paste(editor, placed, editor, 10)).toHaveLength(1);
  expect(paste(other, 'clip', editor, 20)).toHaveLength(1);
  expect(getIds(editor)).toHaveLength(5);
  expect(getParts(editor, notes, 'env_3')).toEqual(['clip']);
});

test('splits and copies of the clip are parts of it, however they are made', () => {
  const notes = new CutOutNotes();
  const editor = open(notes, 'parts', [makeItem('video', 'clip', { durationSeconds: 10 })]);
  keepNote(notes, 'env_4', 'parts', 'clip');
  const later = splitAt(editor, 'clip', 8);
  const pasted = paste(editor, later, editor, 30);
  editor.selection.value = [later];
  const duplicated = newIds(editor, () => duplicateClips(editor));
  editor.transport.range.value = { startSeconds: 2, endSeconds: 4 };
  editor.selection.value = ['clip'];
  const behind = newIds(editor, () => rangeCommands.find(({ id }) => id === 'ripple-delete-range')?.run(editor));
  const created = [later, ...pasted, ...duplicated, ...behind];
  expect(created).toHaveLength(4);
  expect(getParts(editor, notes, 'env_4').toSorted()).toEqual(['clip', ...created].toSorted());
});

test('a copy of a deleted clip is part of it', () => {
  const notes = new CutOutNotes();
  const editor = open(notes, 'cut', [makeItem('video', 'clip')]);
  keepNote(notes, 'env_5', 'cut', 'clip');
  editor.selection.value = ['clip'];
  copyClips(editor);
  editor.apply([{ type: 'remove-item', itemId: 'clip' }], 'Delete clip');
  const pasted = newIds(editor, () => pasteAtPlayhead(editor));
  expect(getParts(editor, notes, 'env_5')).toEqual(pasted);
});

test('undo and redo do not change which items are parts', () => {
  const notes = new CutOutNotes();
  const editor = open(notes, 'undone', [makeItem('video', 'clip')]);
  keepNote(notes, 'env_6', 'undone', 'clip');
  const later = splitAt(editor, 'clip', 1);
  const placed = addMaterial(editor, file, { atSeconds: 4 });
  editor.history.undo();
  editor.history.undo();
  expect(getIds(editor)).toEqual(['clip']);
  editor.history.redo();
  editor.history.redo();
  expect(getIds(editor)).toEqual(['clip', later, placed]);
  expect(getParts(editor, notes, 'env_6')).toEqual(['clip', later]);
});

test('detached audio is not noted as another item of the file', () => {
  const notes = new CutOutNotes();
  const clip = makeItem('video', 'clip');
  const editor = open(notes, 'audio', [clip]);
  keepNote(notes, 'env_7', 'audio', 'clip');
  if (clip.type === 'video') {
    detach(editor, clip);
  }
  expect(getIds(editor)).toHaveLength(2);
  expect(notes.all.value[0]?.otherIds).toEqual([]);
});

test('an item that is derived from another clip of the file before the run has a job is not part of the clip, but one derived from the clip is', () => {
  const notes = new CutOutNotes();
  const editor = open(notes, 'early', [makeItem('video', 'other'), makeItem('video', 'mine', { startSeconds: 2 })]);
  // The clip of the background removal is itself derived from the other one.
  const clip = splitAt(editor, 'mine', 3);
  const started = notes.start({ canvasId: 'early', itemId: clip, otherIds: ['other', 'mine'] });
  const ofOthers = [splitAt(editor, 'other', 1), splitAt(editor, 'mine', 2.5)];
  const ofClip = splitAt(editor, clip, 3.5);
  started.keep(rest('env_8'));
  expect(notes.all.value[0]?.otherIds).toEqual(['other', 'mine', ...ofOthers]);
  expect(getParts(editor, notes, 'env_8')).toEqual([clip, ofClip]);
});

test('a clip that was just added has parts like any other, before and after its run has a job', () => {
  const notes = new CutOutNotes();
  const editor = open(notes, 'placed', []);
  const clip = addMaterial(editor, file, { atSeconds: 0 }) ?? '';
  const started = notes.start({ canvasId: 'placed', itemId: clip, otherIds: [] });
  splitAt(editor, clip, 1.5);
  started.keep(rest('env_9'));
  splitAt(editor, clip, 0.5);
  expect(getParts(editor, notes, 'env_9')).toHaveLength(3);
});

test('a run that did not start leaves no note', () => {
  const notes = new CutOutNotes();
  notes.start({ canvasId: 'cnv_1', itemId: 'a', otherIds: [] }).end();
  notes.noteCreated('cnv_1', [{ itemId: 'b', fromId: null }]);
  expect(notes.all.value).toEqual([]);
});
