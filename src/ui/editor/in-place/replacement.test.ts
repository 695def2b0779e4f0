import { describe, expect, it } from 'vitest';
import { assemble } from '#core/timeline/assemble.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { applyEdits, type Edit } from '#core/timeline/edit.ts';
import {
  findVideo,
  findOthers,
  replaceByCutOut,
  getSourceSpan,
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
const getVideo = (one: TimelineDocument, id = 'item-1') => {
  const item = findVideo(one, id);
  if (!item) {
    throw new Error(`no video ${id}`);
  }
  return item;
};

const makeClip = (itemId: string, ...otherIds: string[]): CutOutClip => ({ itemId, otherIds });

function replaced(one: TimelineDocument, cutOut: CutOut) {
  const replacement = replaceByCutOut(one, makeClip('item-1'), cutOut);
  return 'edits' in replacement ? getVideo(applyEdits(one, replacement.edits)) : replacement.problem;
}

describe('the time span of a file that a clip shows', () => {
  it('is as long as the clip at its speed', () => {
    const fast = edit(
      { type: 'trim', itemId: 'item-1', edge: 'start', atSeconds: 2 },
      { type: 'set', itemId: 'item-1', properties: { speed: 1.5, durationSeconds: 4 } },
    );
    expect(getSourceSpan(fast, getVideo(fast))).toEqual({ startSeconds: 2, endSeconds: 8 });
  });

  it('extends beyond the end during the transition to the next clip', () => {
    const dissolving = edit({
      type: 'set',
      itemId: 'item-2',
      properties: { transition: { type: 'dissolve', durationSeconds: 0.4 } },
    });
    const short = applyEdits(dissolving, [
      { type: 'set', itemId: 'item-1', properties: { sourceStartSeconds: 1, speed: 0.5 } },
    ]);
    expect(getSourceSpan(short, getVideo(short))).toEqual({ startSeconds: 1, endSeconds: 6.2 });
  });
});

describe('the time span of a background removal', () => {
  const makeTrim = (startSeconds: number, endSeconds: number, fileSeconds: number | null) =>
    toTrim(toPart({ startSeconds, endSeconds }, fileSeconds), fileSeconds);

  it('is the whole file if it is shown completely, and otherwise only the shown and available span', () => {
    expect(makeTrim(0, 10, 10.02)).toBeUndefined();
    expect(makeTrim(2, 8, 10)).toEqual({ startSeconds: 2, endSeconds: 8 });
    expect(makeTrim(2, 12, 10)).toEqual({ startSeconds: 2, endSeconds: 10 });
    expect(makeTrim(0, 9, null)).toEqual({ startSeconds: 0, endSeconds: 9 });
    expect(makeTrim(12, 14, 10)).toEqual({ startSeconds: 9.95, endSeconds: 10 });
  });
});

describe('a cutout that replaces a clip', () => {
  const trimmed = edit(
    { type: 'trim', itemId: 'item-1', edge: 'start', atSeconds: 2 },
    { type: 'set', itemId: 'item-1', properties: { speed: 2, volume: 0.5, opacity: 0.8, durationSeconds: 3 } },
  );
  const part = { startSeconds: 2, endSeconds: 8 };
  const cutOut: CutOut = { assetId: 'res_1', sourceAssetId: 'mat_1', part };

  it('starts at the start of its file, and changes nothing else', () => {
    const before = getVideo(trimmed);
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

  it('follows a clip that was trimmed and moved during the run', () => {
    const shorter = applyEdits(trimmed, [
      { type: 'trim', itemId: 'item-1', edge: 'start', atSeconds: 3 },
      { type: 'move', itemId: 'item-1', startSeconds: 20 },
    ]);
    expect(replaced(shorter, cutOut)).toMatchObject({ startSeconds: 20, sourceStartSeconds: 2, durationSeconds: 2 });
  });

  it('does not change a clip that shows more, shows another file or is gone', () => {
    const longer = applyEdits(trimmed, [{ type: 'trim', itemId: 'item-1', edge: 'start', atSeconds: 1.5 }]);
    expect(replaced(longer, cutOut)).toMatch(/extended/);
    expect(replaced(trimmed, { ...cutOut, sourceAssetId: 'mat_9' })).toMatch(/another file/);
    expect(replaceByCutOut(trimmed, { itemId: 'item-9', otherIds: ['item-1'] }, cutOut)).toMatchObject({
      problem: expect.stringMatching(/no longer on/),
    });
  });

  it('replaces all parts of it: split, slipped, faster, moved and copied ones', () => {
    const parts = edit(
      { type: 'add-track', track: { id: 'above', name: '', kind: 'visual' } },
      { type: 'split', itemId: 'item-1', atSeconds: 2, newId: 'second' },
      { type: 'split', itemId: 'second', atSeconds: 4, newId: 'third' },
      { type: 'set', itemId: 'second', properties: { speed: 2, durationSeconds: 1 } },
      { type: 'slip', itemId: 'third', sourceStartSeconds: 3 },
      { type: 'move', itemId: 'third', startSeconds: 0, trackId: 'above' },
      { type: 'duplicate', itemId: 'item-1', newId: 'copy', startSeconds: 30 },
    );
    const replacement = replaceByCutOut(parts, makeClip('item-1'), {
      ...cutOut,
      part: { startSeconds: 0, endSeconds: 10 },
    });
    const after = 'edits' in replacement ? applyEdits(parts, replacement.edits) : parts;
    expect(['item-1', 'second', 'third', 'copy'].map((id) => getVideo(after, id))).toMatchObject([
      { assetId: 'res_1', role: 'cut-out', sourceStartSeconds: 0 },
      { assetId: 'res_1', role: 'cut-out', sourceStartSeconds: 2, speed: 2 },
      { assetId: 'res_1', role: 'cut-out', sourceStartSeconds: 3 },
      { assetId: 'res_1', role: 'cut-out', sourceStartSeconds: 0 },
    ]);
    expect(getVideo(after, 'item-2').assetId).toBe('mat_2');
  });

  it('replaces a part whose first part was deleted, and skips parts that show more', () => {
    const parts = applyEdits(trimmed, [
      { type: 'split', itemId: 'item-1', atSeconds: 3, newId: 'second' },
      { type: 'duplicate', itemId: 'second', newId: 'longer', startSeconds: 30 },
      { type: 'trim', itemId: 'longer', edge: 'end', atSeconds: 35 },
      { type: 'remove-item', itemId: 'item-1' },
    ]);
    expect(replaceByCutOut(parts, makeClip('item-1'), cutOut)).toMatchObject({
      edits: [{ itemId: 'second' }],
      left: 1,
    });
  });

  it('does not replace items that showed the same file before, nor a background of the file', () => {
    const twice = edit(
      { type: 'duplicate', itemId: 'item-1', newId: 'before', startSeconds: 30 },
      { type: 'duplicate', itemId: 'item-1', newId: 'behind', startSeconds: 50 },
      { type: 'set', itemId: 'behind', properties: { role: 'background' } },
    );
    expect(findOthers(twice, getVideo(twice))).toEqual(['before', 'behind']);
    const replacement = replaceByCutOut(twice, makeClip('item-1', 'before'), {
      ...cutOut,
      part: { startSeconds: 0, endSeconds: 10 },
    });
    expect(replacement).toMatchObject({ edits: [{ itemId: 'item-1' }], left: 0 });
  });

  it('does not involve items that were split off another clip of the file', () => {
    const others = edit(
      { type: 'split', itemId: 'item-1', atSeconds: 4, newId: 'other' },
      { type: 'split', itemId: 'other', atSeconds: 6, newId: 'later' },
    );
    const first = { ...cutOut, part: { startSeconds: 0, endSeconds: 4 } };
    expect(replaceByCutOut(others, makeClip('item-1', 'other'), first)).toMatchObject({
      edits: [{ itemId: 'item-1' }],
      left: 0,
    });
  });

  it('is not played from the proxy of the old file', () => {
    const withProxy = edit({ type: 'set', itemId: 'item-1', properties: { proxyAssetId: 'prx_1' } });
    expect(replaced(withProxy, { ...cutOut, part: { startSeconds: 0, endSeconds: 10 } })).not.toHaveProperty(
      'proxyAssetId',
    );
  });
});
