import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Failure } from '#core/lib/failure.ts';
import { checkDocument } from '#core/timeline/check.ts';
import { timelineDocument, type Item, type TimelineDocument } from '#core/timeline/document.ts';
import { applyEdits, type Edit } from '#core/timeline/edit.ts';
import { snapToFrame } from '#core/timeline/frames.ts';
import { inOrder } from '#core/timeline/schedule.ts';
import { randomDocumentOfAnyRate } from '../../../../test/support/random-timeline.ts';
import { detachSound } from '../in-place/detach-sound.ts';
import { canFreeze, freezeFrame } from '../in-place/freeze-frame.ts';
import { placeClips } from '../materials/place.ts';
import { copyItems, deleteEdits, pasteEdits, splitEdits, trimToEdits } from './clip-edits.ts';
import { planEdge, planFade, planSlip, planVolume } from './gestures/plan-edges.ts';
import { planCopy } from './gestures/plan-copy.ts';
import { planInsert } from './gestures/plan-insert.ts';
import { planMove } from './gestures/plan-move.ts';
import { closedRangeEdits, rangeEdits } from './range-edits.ts';
import { snapTargets } from './snapping.ts';

/**
 * The seed for random plans of pointers and keys on canvases of all kinds, with locked tracks and items. Their frame rates have
 * fractional frame durations.
 */

const seed = 2026;

/** The visible reasons for which a plan may be refused; other refusals are errors. */
const reasons =
  /is locked|starts at .* before|is within the transition|ducks under the track|would start before the canvas/;

const someWay = fc.record({
  picks: fc.tuple(fc.nat(), fc.nat()),
  seconds: fc.integer({ min: -4000, max: 9000 }).map((milliseconds) => milliseconds / 1000),
  isEnd: fc.boolean(),
  isAll: fc.boolean(),
  row: fc.integer({ min: -2, max: 6 }),
});
type Way = typeof someWay extends fc.Arbitrary<infer T> ? T : never;

function plansFor(document: TimelineDocument, item: Item, other: Item, way: Way): (readonly Edit[])[] {
  const { seconds, isEnd, isAll, row } = way;
  const [ids, itemId, atSeconds] = [[item.id, other.id], item.id, Math.max(0, seconds)];
  const edge = isEnd ? 'end' : 'start';
  const snapping = {
    targets: snapTargets(document, { playheadSeconds: 1, movedIds: new Set(ids) }),
    toleranceSeconds: isAll ? 0.2 : 0,
  };
  const getAssetDuration = (): number => 8;
  const frame = (time: number): number => snapToFrame(time, document.frameRate);
  const drag = { itemId, edge, bySeconds: seconds, ripple: isAll ? 'all' : isEnd ? 'connected' : 'this' } as const;
  const magneticTrackId = document.tracks.find((track) => track.items.includes(other))?.id ?? null;
  const clips = [{ assetId: 'mat_1', name: 'x', width: 640, height: 360, durationSeconds: 3.3333 }] as const;
  const moved = planMove(document, { ids, heldId: itemId, bySeconds: seconds, overRow: isEnd ? row : null }, snapping);
  const plans = [
    planEdge(document, { ...drag, mode: 'trim' }, snapping, getAssetDuration),
    planEdge(document, { ...drag, mode: 'ripple' }, snapping, getAssetDuration),
    planSlip(document, { itemId, bySeconds: seconds }, getAssetDuration),
    planFade(document, { itemId, edge, seconds }),
    planVolume(document, { itemId, volume: seconds }),
    moved,
    moved && planInsert(document, moved, { heldId: itemId, magneticTrackId: null }),
    moved && planInsert(document, moved, { heldId: itemId, magneticTrackId }),
    moved && planCopy(document, moved, (id) => `${id}-copy`),
  ];
  const range = { fromSeconds: frame(atSeconds), toSeconds: frame(atSeconds) + frame(1.5) };
  return [
    ...plans.flatMap((plan) => (plan ? [plan.edits] : [])),
    splitEdits(document, [itemId], atSeconds),
    deleteEdits(document, ids, () => (isAll ? 'all' : 'this')),
    deleteEdits(document, ids, (trackId) => (trackId === magneticTrackId ? 'connected' : 'none')),
    trimToEdits(document, [itemId], { atSeconds, edge, toRipple: () => (isAll ? 'all' : 'none') }),
    pasteEdits(document, copyItems(document, ids), { atSeconds, isSameCanvas: isAll, magneticTrackId }).edits,
    placeClips(document, [{ ...clips[0], kind: isEnd ? 'video' : 'sound' }], { atSeconds }).edits,
    isAll ? closedRangeEdits(document, range) : rangeEdits(document, range, isEnd ? ids : []),
    ...(item.type === 'video' ? [detachSound(document, item).edits] : []),
    ...(item.type === 'video' && canFreeze(document, item, atSeconds)
      ? [freezeFrame(document, item, { atSeconds, assetId: 'mat_2', ripple: isAll ? 'all' : 'this' }).edits]
      : []),
  ];
}

/** Creates canvases whose clips are between frames, because their frame rate was changed. */
const randomDocumentOfChangedRate = fc
  .tuple(randomDocumentOfAnyRate, fc.constantFrom(24, 25, 30_000 / 1001, 30, 50, 60))
  .map(([document, frameRate]) => {
    try {
      return applyEdits(document, [{ type: 'set-canvas', frameRate }]);
    } catch {
      // Clips that overlap by less than half a frame may overlap by more than half of a shorter frame.
      return document;
    }
  });

const canvases = [
  ['on frames', randomDocumentOfAnyRate],
  ['between frames', randomDocumentOfChangedRate],
] as const;

test('any plan results in a valid canvas, or is refused for a visible reason', () => {
  let done = 0;
  fc.assert(
    fc.property(randomDocumentOfAnyRate, someWay, (document, way) => {
      const items = document.tracks.flatMap((track) => track.items);
      const [item, other] = way.picks.map((pick) => items[pick % Math.max(1, items.length)]);
      for (const edits of item && other ? plansFor(document, item, other, way) : []) {
        try {
          const after = applyEdits(document, edits);
          expect(checkDocument(after)).toEqual([]);
          expect(timelineDocument.safeParse(after).error?.issues).toBeUndefined();
          done += 1;
        } catch (thrown) {
          if (!(thrown instanceof Failure)) {
            throw thrown;
          }
          expect(thrown.message).toMatch(reasons);
        }
      }
    }),
    { numRuns: 150, seed },
  );
  expect(done).toBeGreaterThan(500);
});

test.each(canvases)(
  'inserting clips between others %s loses no clip, changes none, and keeps the order of the rest',
  (_, documents) => {
    let done = 0;
    const getClips = (document: TimelineDocument): Item[] => document.tracks.flatMap(({ items }) => inOrder(items));
    const bare = (items: readonly Item[]) =>
      items.map((item) => ({ ...item, startSeconds: 0 })).toSorted((one, other) => (one.id < other.id ? -1 : 1));
    fc.assert(
      fc.property(documents, someWay, (document, { picks: [pick], seconds, isEnd, row }) => {
        const before = getClips(document);
        const held = before[pick % Math.max(1, before.length)];
        const drag = {
          ids: held ? [held.id] : [],
          heldId: held?.id ?? '',
          bySeconds: seconds,
          overRow: isEnd ? row : null,
        };
        const moved = planMove(document, drag, { targets: [], toleranceSeconds: 0 });
        const plan = moved && planInsert(document, moved, { heldId: drag.heldId, magneticTrackId: null });
        if (!plan || plan === moved) {
          return;
        }
        try {
          const after = getClips(applyEdits(document, plan.edits));
          expect(bare(after)).toEqual(bare(before));
          const rest = (items: readonly Item[]) => items.flatMap(({ id }) => (id === held?.id ? [] : [id]));
          expect(rest(after)).toEqual(rest(before));
          done += 1;
        } catch (thrown) {
          if (!(thrown instanceof Failure)) {
            throw thrown;
          }
          // A single clip cannot be refused for a lack of space, because the plan creates the space for it.
          expect(thrown.message).toMatch(/is locked|ducks under the track/);
        }
      }),
      { numRuns: 500, seed },
    );
    expect(done).toBeGreaterThan(20);
  },
);
