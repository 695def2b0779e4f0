import { beforeAll, expect, test, vi } from 'vitest';
import { documentOf, itemOf } from '../../../../test/support/timeline.ts';
import { addMaterial } from '../materials/add-material.ts';
import { openEditor } from '../session/open-editor.ts';
import { cutOutNotes, keepNote } from './cut-out-notes.ts';
import { isPartOf } from './replacement.ts';

beforeAll(() => void vi.stubGlobal('matchMedia', () => ({ matches: true })));

const file = {
  assetId: 'asset_video',
  name: 'a.mp4',
  kind: 'video',
  width: 640,
  height: 360,
  durationSeconds: 2,
  file: { url: '/a.mp4', bytes: 10, mimeType: 'video/mp4' },
} as const;

const noteOf = (jobId: string, canvasId: string, itemId: string) => ({
  jobId,
  canvasId,
  itemId,
  otherIds: [],
  name: 'a.mp4',
  sourceAssetId: 'asset_video',
  part: { startSeconds: 0, endSeconds: null },
});

test('the same file that is placed anew while its cut-out is made is no part of the clip, and a split or a copy is one', () => {
  const editor = openEditor({
    id: 'cnv_1',
    revision: 1,
    document: documentOf([{ items: [itemOf('video', 'a')] }]),
    durationSeconds: 2,
    assets: {},
    createdAt: '2026-05-03T10:00:00Z',
    updatedAt: '2026-05-03T10:00:00Z',
  });
  // Before the run has a job, and after.
  const early = addMaterial(editor, file, { atSeconds: 4 });
  keepNote(noteOf('env_1', 'cnv_1', 'a'));
  keepNote(noteOf('env_2', 'cnv_2', 'b'));
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
