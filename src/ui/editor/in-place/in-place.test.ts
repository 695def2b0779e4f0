import { describe, expect, it } from 'vitest';
import { assemble } from '#core/timeline/assemble.ts';
import type { ItemOf, TimelineDocument } from '#core/timeline/document.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { applyEdits } from '#core/timeline/edit.ts';
import { findBackdrop, setBackdrop, type Backdrop } from './backdrop.ts';
import { detachSound } from './detach-sound.ts';
import { canFreeze, freezeFrame, sourceTimeAt } from './freeze-frame.ts';
import { findVideo } from './replacement.ts';

const clip = { assetId: 'mat_1', name: 'a.mp4', kind: 'video', width: 720, height: 1280, frameRate: 25 } as const;
const document: TimelineDocument = {
  ...assemble('Two', [
    { ...clip, durationSeconds: 10 },
    { ...clip, assetId: 'mat_2', durationSeconds: 4 },
  ]),
  width: 1280,
  height: 720,
};

function getVideo(one: TimelineDocument, id = 'item-1'): ItemOf<'video'> {
  const item = findVideo(one, id);
  if (!item) {
    throw new Error(`no video ${id}`);
  }
  return item;
}

const times = ({ tracks }: TimelineDocument) =>
  tracks.map(({ items }) => items.map((item) => [item.type, item.startSeconds, item.durationSeconds]));

describe('a freeze frame', () => {
  const fast = applyEdits(document, [
    { type: 'set', itemId: 'item-1', properties: { speed: 2, sourceStartSeconds: 1 } },
  ]);

  it('lasts two seconds at the split of the clip, and later items move back', () => {
    const { edits, itemId } = freezeFrame(fast, getVideo(fast), { atSeconds: 4.01, assetId: 'mat_p', ripple: 'this' });
    const frozen = applyEdits(fast, edits);
    expect(times(frozen)).toEqual([
      [
        ['video', 0, 4],
        ['picture', 4, 2],
        ['video', 6, 6],
        ['video', 12, 4],
      ],
    ]);
    expect(frozen.tracks[0]?.items[2]).toMatchObject({ sourceStartSeconds: 9 });
    expect(frozen.tracks[0]?.items[1]).toMatchObject({ id: itemId, assetId: 'mat_p', x: 360, width: 720 });
  });

  it('shows the middle of the frame at the playhead, at the speed of the clip', () => {
    expect(sourceTimeAt(fast, getVideo(fast), 4.01)).toBeCloseTo(1 + 4.02 * 2, 6);
  });

  it('needs a time within the clip', () => {
    expect([0, 0.01, 5, 9.99, 12].map((at) => canFreeze(fast, getVideo(fast), at))).toEqual([
      false,
      false,
      true,
      false,
      false,
    ]);
  });
});

it('turns the audio of a clip into an item of the same time span and volume, and mutes the clip', () => {
  const quiet = applyEdits(document, [
    { type: 'set', itemId: 'item-1', properties: { volume: 0.4, speed: 2, sourceStartSeconds: 3 } },
  ]);
  const { edits, itemId } = detachSound(quiet, getVideo(quiet));
  const detached = applyEdits(quiet, edits);
  expect(detached.tracks[1]).toMatchObject({
    kind: 'sound',
    items: [{ id: itemId, assetId: 'mat_1', volume: 0.4, speed: 2, sourceStartSeconds: 3, durationSeconds: 10 }],
  });
  expect(getVideo(detached).isMuted).toBe(true);
});

it('turns the audio into an item that does not duck under its own track', () => {
  const sounds = applyEdits(document, [
    { type: 'add-track', track: { id: 'sound', name: 'Sound', kind: 'sound' } },
    { type: 'set', itemId: 'item-1', properties: { ducksUnder: 'sound' } },
  ]);
  const { edits, itemId } = detachSound(sounds, getVideo(sounds));
  const item = applyEdits(sounds, edits).tracks.at(-1)?.items[0];
  expect(item?.id).toBe(itemId);
  expect(item).not.toHaveProperty('ducksUnder');
});

it('freezes a frame of a clip with the longest allowed name', () => {
  const name = 'x'.repeat(documentLimits.nameLength);
  const named = applyEdits(document, [{ type: 'set', itemId: 'item-1', properties: { name } }]);
  const { edits, itemId } = freezeFrame(named, getVideo(named), { atSeconds: 4, assetId: 'mat_p', ripple: 'this' });
  const frozen = applyEdits(named, edits).tracks[0]?.items.find(({ id }) => id === itemId);
  expect(frozen?.name).toHaveLength(documentLimits.nameLength);
});

describe('a background', () => {
  const put = (one: TimelineDocument, backdrop: Backdrop): TimelineDocument =>
    applyEdits(one, setBackdrop(one, getVideo(one, 'item-2'), backdrop));
  const green = put(document, { kind: 'color', color: '#00b140' });

  it('is on a track below the clip, as long as the clip, and covers the whole canvas', () => {
    expect(green.tracks.map(({ name }) => name)).toEqual(['Background', 'Video']);
    expect(green.tracks[0]?.items).toMatchObject([
      { role: 'background', fill: '#00b140', startSeconds: 10, durationSeconds: 4, width: 1280, height: 720 },
    ]);
  });

  it('replaces the previous one, and is removed with its track', () => {
    const picture = { assetId: 'mat_p', width: 400, height: 400 };
    const changed = put(green, { kind: 'picture', picture });
    expect(changed.tracks).toHaveLength(2);
    expect(findBackdrop(changed, getVideo(changed, 'item-2'))?.item).toMatchObject({
      type: 'picture',
      assetId: 'mat_p',
      width: 1280,
      height: 1280,
      startSeconds: 10,
    });
    expect(put(changed, { kind: 'none' }).tracks).toEqual(document.tracks);
  });

  it('belongs to the time of its clip: the background of another clip stays', () => {
    const both = applyEdits(green, setBackdrop(green, getVideo(green), { kind: 'color', color: '#ffffff' }));
    expect(both.tracks.map(({ items }) => items.length)).toEqual([1, 1, 2]);
    expect(
      put(both, { kind: 'none' })
        .tracks.flatMap(({ items }) => items)
        .filter(({ role }) => role),
    ).toHaveLength(1);
  });

  it('is the same moment of the clip out of focus, covers the canvas and is muted', () => {
    const source = { assetId: 'mat_2', width: 720, height: 1280, sourceSeconds: 2, speed: 2 };
    const blurred = put(green, { kind: 'blur', source });
    const item = findBackdrop(blurred, getVideo(blurred, 'item-2'))?.item;
    expect(item).toMatchObject({ sourceStartSeconds: 2, speed: 2, isMuted: true, blurPx: 20, startSeconds: 10 });
    expect(item?.type === 'video' && Number(item.width)).toBeGreaterThan(1280 * 1.1);
  });
});
