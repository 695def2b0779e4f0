import { beforeAll, expect, test, vi } from 'vitest';
import { makeTimeline, makeItem } from '../../../../test/support/timeline.ts';
import { copyClips, pasteAtPlayhead, splitAtPlayhead } from '../timeline/clip-actions.ts';
import { addMaterial } from '../materials/add-material.ts';
import type { Editor } from '../editor.ts';
import { openEditor } from '../session/open-editor.ts';
import { cutOutNotes, keepNote } from './cut-out-notes.ts';
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

const makeNote = (jobId: string, canvasId: string, itemId: string) => ({
  jobId,
  canvasId,
  itemId,
  otherIds: [],
  name: 'a.mp4',
  sourceAssetId: 'asset_video',
  part: { startSeconds: 0, endSeconds: null },
});

test('the same file that is added during a background removal is not part of the clip, but a split or a copy is', () => {
  const editor = openEditor({
    id: 'cnv_1',
    revision: 1,
    document: makeTimeline([{ items: [makeItem('video', 'a')] }]),
    durationSeconds: 2,
    assets: {},
    createdAt: '2026-05-03T10:00:00Z',
    updatedAt: '2026-05-03T10:00:00Z',
  });
  // Before and after the run has a job.
  const early = addMaterial(editor, file, { atSeconds: 4 });
  keepNote(makeNote('env_1', 'cnv_1', 'a'));
  keepNote(makeNote('env_2', 'cnv_2', 'b'));
  const late = addMaterial(editor, file, { atSeconds: 8 });
  editor.apply([{ type: 'split', itemId: 'a', atSeconds: 1, newId: 'second' }], 'Split clip');
  const [note, elsewhere] = cutOutNotes.value;
  const parts = editor.document.value.tracks
    .flatMap(({ items }) => items)
    .filter((item) => note && isPartOf(item, note, note.sourceAssetId))
    .map(({ id }) => id);
  expect([early, late]).not.toContain(null);
  expect(parts).toEqual(['a', 'second']);
  expect(elsewhere?.otherIds).not.toContain(late);
});

const getParts = ({ document }: Editor): string[] =>
  document.value.tracks
    .flatMap(({ items }) => items)
    .filter((item) =>
      cutOutNotes.value.some((note) => note.canvasId === 'here' && isPartOf(item, note, note.sourceAssetId)),
    )
    .map(({ id }) => id);

test('a split or a copy of such a file is not part of the clip either, nor is a copy from another canvas', () => {
  const makeCanvas = (id: string) => ({
    id,
    revision: 1,
    document: makeTimeline([{ items: [makeItem('video', `${id}-clip`)] }]),
    durationSeconds: 2,
    assets: {},
    createdAt: '2026-05-03T10:00:00Z',
    updatedAt: '2026-05-03T10:00:00Z',
  });
  const [editor, other] = [openEditor(makeCanvas('here')), openEditor(makeCanvas('there'))];
  keepNote(makeNote('env_3', 'here', 'here-clip'));
  const placed = addMaterial(editor, file, { atSeconds: 4 });
  editor.transport.seek(5);
  splitAtPlayhead(editor);
  editor.selection.value = [placed ?? ''];
  copyClips(editor);
  editor.transport.seek(10);
  pasteAtPlayhead(editor);
  other.selection.value = ['there-clip'];
  copyClips(other);
  editor.transport.seek(20);
  pasteAtPlayhead(editor);
  expect(editor.document.value.tracks.flatMap(({ items }) => items)).toHaveLength(5);
  expect(getParts(editor)).toEqual(['here-clip']);
  // The splits and copies of the clip itself are.
  editor.selection.value = ['here-clip'];
  editor.transport.seek(1);
  splitAtPlayhead(editor);
  copyClips(editor);
  editor.transport.seek(30);
  pasteAtPlayhead(editor);
  expect(getParts(editor)).toHaveLength(3);
});

test('an item that is derived from another clip of the file before the run has a job is not part of the clip, but one derived from the clip is', () => {
  const editor = openEditor({
    id: 'early',
    revision: 1,
    document: makeTimeline([{ items: [makeItem('video', 'other'), makeItem('video', 'mine', { startSeconds: 2 })] }]),
    durationSeconds: 4,
    assets: {},
    createdAt: '2026-05-03T10:00:00Z',
    updatedAt: '2026-05-03T10:00:00Z',
  });
  const splitAt = (id: string, seconds: number): string => {
    editor.selection.value = [id];
    editor.transport.seek(seconds);
    const before = getIds(editor);
    splitAtPlayhead(editor);
    return getIds(editor).find((one) => !before.includes(one)) ?? '';
  };
  // The clip of the background removal is itself derived from the other one.
  const clip = splitAt('mine', 3);
  const note = { ...makeNote('env_4', 'early', clip), otherIds: ['other', 'mine'] };
  const ofOthers = [splitAt('other', 1), splitAt('mine', 2.5)];
  const ofClip = splitAt(clip, 3.5);
  keepNote(note);
  const kept = cutOutNotes.value.find(({ jobId }) => jobId === 'env_4');
  expect(kept?.otherIds).toEqual(expect.arrayContaining(ofOthers));
  expect(kept?.otherIds).not.toContain(ofClip);
  expect(kept?.otherIds).not.toContain(clip);
});

test('a clip that was just added has parts like any other, before and after its run has a job', () => {
  const editor = openEditor({
    id: 'placed',
    revision: 1,
    document: makeTimeline([{ items: [] }]),
    durationSeconds: 1,
    assets: {},
    createdAt: '2026-05-03T10:00:00Z',
    updatedAt: '2026-05-03T10:00:00Z',
  });
  const clip = addMaterial(editor, file, { atSeconds: 0 }) ?? '';
  const note = makeNote('env_5', 'placed', clip);
  editor.selection.value = [];
  editor.transport.seek(1.5);
  splitAtPlayhead(editor);
  keepNote(note);
  editor.transport.seek(0.5);
  splitAtPlayhead(editor);
  const kept = cutOutNotes.value.find(({ jobId }) => jobId === 'env_5');
  expect(getIds(editor)).toHaveLength(3);
  expect(kept?.otherIds.filter((id) => getIds(editor).includes(id))).toEqual([]);
});

const getIds = ({ document }: Editor): string[] =>
  document.value.tracks.flatMap(({ items }) => items).map(({ id }) => id);
