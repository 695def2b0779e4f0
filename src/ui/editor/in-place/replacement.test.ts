import { describe, expect, it } from 'vitest';
import { assemble } from '#core/timeline/assemble.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { applyEdits, type Edit } from '#core/timeline/edit.ts';
import {
  findVideo,
  othersOf,
  replaceByCutOut,
  sourceSpanOf,
  toPart,
  toTrim,
  type CutOut,
  type CutOutClip,
} from './replacement.ts';

const clip = { assetId: 'mat_1', name: 'a.mp4', kind: 'video', width: 640, height: 360, frameRate: 25 } as const;
const document = assemble('Two', [
  { ...clip, durationSeconds: 10 },
  { ...clip, assetId: 'mat_2', durationSeconds: 4 },
]);

const edit = (...edits: Edit[]): TimelineDocument => applyEdits(document, edits);
const videoOf = (one: TimelineDocument, id = 'item-1') => {
  const item = findVideo(one, id);
  if (!item) {
    throw new Error(`no video ${id}`);
  }
  return item;
};

const clipOf = (itemId: string, ...otherIds: string[]): CutOutClip => ({ itemId, otherIds });

function replaced(one: TimelineDocument, cutOut: CutOut) {
  const replacement = replaceByCutOut(one, clipOf('item-1'), cutOut);
  return 'edits' in replacement ? videoOf(applyEdits(one, replacement.edits)) : replacement.problem;
}

describe('the part of a file that a clip shows', () => {
  it('is as long as the clip at its speed', () => {
    const fast = edit(
      { type: 'trim', itemId: 'item-1', edge: 'start', atSeconds: 2 },
      { type: 'set', itemId: 'item-1', properties: { speed: 1.5, durationSeconds: 4 } },
    );
    expect(sourceSpanOf(fast, videoOf(fast))).toEqual({ startSeconds: 2, endSeconds: 8 });
  });

  it('goes on behind the end while the next clip comes in', () => {
    const dissolving = edit({
      type: 'set',
      itemId: 'item-2',
      properties: { transition: { type: 'dissolve', durationSeconds: 0.4 } },
    });
    const short = applyEdits(dissolving, [
      { type: 'set', itemId: 'item-1', properties: { sourceStartSeconds: 1, speed: 0.5 } },
    ]);
    expect(sourceSpanOf(short, videoOf(short))).toEqual({ startSeconds: 1, endSeconds: 6.2 });
  });
});

describe('the part that is cut out', () => {
  const trimOf = (startSeconds: number, endSeconds: number, fileSeconds: number | null) =>
    toTrim(toPart({ startSeconds, endSeconds }, fileSeconds), fileSeconds);

  it('is all of a file that is shown whole, and else no more than is shown and there', () => {
    expect(trimOf(0, 10, 10.02)).toBeUndefined();
    expect(trimOf(2, 8, 10)).toEqual({ startSeconds: 2, endSeconds: 8 });
    expect(trimOf(2, 12, 10)).toEqual({ startSeconds: 2, endSeconds: 10 });
    expect(trimOf(0, 9, null)).toEqual({ startSeconds: 0, endSeconds: 9 });
    expect(trimOf(12, 14, 10)).toEqual({ startSeconds: 9.95, endSeconds: 10 });
  });
});

describe('a cut-out in the place of a clip', () => {
  const trimmed = edit(
    { type: 'trim', itemId: 'item-1', edge: 'start', atSeconds: 2 },
    { type: 'set', itemId: 'item-1', properties: { speed: 2, volume: 0.5, opacity: 0.8, durationSeconds: 3 } },
  );
  const part = { startSeconds: 2, endSeconds: 8 };
  const cutOut: CutOut = { assetId: 'res_1', sourceAssetId: 'mat_1', part };

  it('begins where its file does, and changes nothing else', () => {
    const before = videoOf(trimmed);
    expect(replaced(trimmed, cutOut)).toEqual({
      ...before,
      assetId: 'res_1',
      sourceStartSeconds: 0,
      role: 'cut-out',
    });
    expect(replaced(trimmed, { ...cutOut, part: { startSeconds: 0, endSeconds: null } })).toMatchObject({
      sourceStartSeconds: 2,
    });
  });

  it('follows a clip that was trimmed and moved while it was made', () => {
    const shorter = applyEdits(trimmed, [
      { type: 'trim', itemId: 'item-1', edge: 'start', atSeconds: 3 },
      { type: 'move', itemId: 'item-1', startSeconds: 20 },
    ]);
    expect(replaced(shorter, cutOut)).toMatchObject({ startSeconds: 20, sourceStartSeconds: 2, durationSeconds: 2 });
  });

  it('leaves a clip alone that shows more, shows another file or is gone', () => {
    const longer = applyEdits(trimmed, [{ type: 'trim', itemId: 'item-1', edge: 'start', atSeconds: 1.5 }]);
    expect(replaced(longer, cutOut)).toMatch(/longer/);
    expect(replaced(trimmed, { ...cutOut, sourceAssetId: 'mat_9' })).toMatch(/another file/);
    expect(replaceByCutOut(trimmed, { itemId: 'item-9', otherIds: ['item-1'] }, cutOut)).toMatchObject({
      problem: expect.stringMatching(/not on/),
    });
  });

  it('takes the places of all parts of it: of a split, slipped, faster, moved and copied ones', () => {
    const parts = edit(
      { type: 'add-track', track: { id: 'above', name: '', kind: 'visual' } },
      { type: 'split', itemId: 'item-1', atSeconds: 2, newId: 'second' },
      { type: 'split', itemId: 'second', atSeconds: 4, newId: 'third' },
      { type: 'set', itemId: 'second', properties: { speed: 2, durationSeconds: 1 } },
      { type: 'slip', itemId: 'third', sourceStartSeconds: 3 },
      { type: 'move', itemId: 'third', startSeconds: 0, trackId: 'above' },
      { type: 'duplicate', itemId: 'item-1', newId: 'copy', startSeconds: 30 },
    );
    const replacement = replaceByCutOut(parts, clipOf('item-1'), {
      ...cutOut,
      part: { startSeconds: 0, endSeconds: 10 },
    });
    const after = 'edits' in replacement ? applyEdits(parts, replacement.edits) : parts;
    expect(['item-1', 'second', 'third', 'copy'].map((id) => videoOf(after, id))).toMatchObject([
      { assetId: 'res_1', role: 'cut-out', sourceStartSeconds: 0 },
      { assetId: 'res_1', role: 'cut-out', sourceStartSeconds: 2, speed: 2 },
      { assetId: 'res_1', role: 'cut-out', sourceStartSeconds: 3 },
      { assetId: 'res_1', role: 'cut-out', sourceStartSeconds: 0 },
    ]);
    expect(videoOf(after, 'item-2').assetId).toBe('mat_2');
  });

  it('goes on in a part whose first one was deleted, and leaves those that show more', () => {
    const parts = applyEdits(trimmed, [
      { type: 'split', itemId: 'item-1', atSeconds: 3, newId: 'second' },
      { type: 'duplicate', itemId: 'second', newId: 'longer', startSeconds: 30 },
      { type: 'trim', itemId: 'longer', edge: 'end', atSeconds: 35 },
      { type: 'remove-item', itemId: 'item-1' },
    ]);
    expect(replaceByCutOut(parts, clipOf('item-1'), cutOut)).toMatchObject({ edits: [{ itemId: 'second' }], left: 1 });
  });

  it('is not put into what showed the same file before, nor into a backdrop of it', () => {
    const twice = edit(
      { type: 'duplicate', itemId: 'item-1', newId: 'before', startSeconds: 30 },
      { type: 'duplicate', itemId: 'item-1', newId: 'behind', startSeconds: 50 },
      { type: 'set', itemId: 'behind', properties: { role: 'background' } },
    );
    expect(othersOf(twice, videoOf(twice))).toEqual(['before', 'behind']);
    const replacement = replaceByCutOut(twice, clipOf('item-1', 'before'), {
      ...cutOut,
      part: { startSeconds: 0, endSeconds: 10 },
    });
    expect(replacement).toMatchObject({ edits: [{ itemId: 'item-1' }], left: 0 });
  });

  it('does not ask for what was split meanwhile of another clip of the file', () => {
    const others = edit(
      { type: 'split', itemId: 'item-1', atSeconds: 4, newId: 'other' },
      { type: 'split', itemId: 'other', atSeconds: 6, newId: 'later' },
    );
    const first = { ...cutOut, part: { startSeconds: 0, endSeconds: 4 } };
    expect(replaceByCutOut(others, clipOf('item-1', 'other'), first)).toMatchObject({
      edits: [{ itemId: 'item-1' }],
      left: 0,
    });
  });

  it('is no longer played from the stand-in of the old file', () => {
    const withProxy = edit({ type: 'set', itemId: 'item-1', properties: { proxyAssetId: 'prx_1' } });
    expect(replaced(withProxy, { ...cutOut, part: { startSeconds: 0, endSeconds: 10 } })).not.toHaveProperty(
      'proxyAssetId',
    );
  });
});
