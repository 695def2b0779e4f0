import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeTimeline, makeItem } from '../../../../test/support/timeline.ts';
import type { TimelineDocument } from '../document.ts';
import { applyEdits } from '../edit.ts';

/** Creates a canvas at 30 frames/s with clips of another frame rate; each has a gap before it and a duration, in its frames. */
function besideFrames(rate: number, clips: readonly (readonly [number, number])[]): TimelineDocument {
  let end = 0;
  const items = clips.map(([gap, frames], index) => {
    const item = makeItem('picture', `clip-${index}`, {
      startSeconds: (end + gap) / rate,
      durationSeconds: frames / rate,
    });
    end += gap + frames;
    return item;
  });
  return applyEdits(makeTimeline([{ items }], { frameRate: rate }), [{ type: 'set-canvas', frameRate: 30 }]);
}

const getItems = ({ tracks }: TimelineDocument) => tracks[0]?.items ?? [];

const moveAll = (document: TimelineDocument, bySeconds: number): TimelineDocument => {
  const moves = getItems(document).map(({ id, startSeconds }) => ({
    itemId: id,
    startSeconds: startSeconds + bySeconds,
  }));
  return applyEdits(document, [{ type: 'move-items', moves }]);
};

test('clips that touch still touch when each would be rounded by half a frame', () => {
  const document = besideFrames(24, [
    [2, 23],
    [3, 18],
    [0, 18],
    [0, 21],
  ]);
  const starts = getItems(moveAll(document, -2 / 24)).map(({ startSeconds }) => startSeconds * 30);
  expect(starts.slice(1).map((start) => start - (starts[1] ?? 0))).toEqual(
    [0, 22.5, 45].map((frames) => expect.closeTo(frames, 6)),
  );
});

test('clips between frames can be moved together, at most half a frame away from the requested position', () => {
  const clips = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 4, max: 24 })), { minLength: 1 });
  fc.assert(
    fc.property(
      fc.constantFrom(24, 25, 50, 60, 24_000 / 1001),
      clips,
      fc.integer({ min: 0, max: 240 }),
      (rate, all, by) => {
        const document = besideFrames(rate, all);
        const before = getItems(document);
        const off = getItems(moveAll(document, by / rate)).map(
          ({ startSeconds }, index) => startSeconds - (before[index]?.startSeconds ?? 0) - by / rate,
        );
        expect(Math.max(...off.map(Math.abs)) * 30).toBeLessThan(0.5 + 1e-3);
      },
    ),
    { seed: 7, numRuns: 1000 },
  );
});
