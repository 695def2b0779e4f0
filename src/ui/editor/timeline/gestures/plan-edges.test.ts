import { expect, test } from 'vitest';
import { applyEdits } from '#core/timeline/edit.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { makeTimeline, makeItem } from '../../../../../test/support/timeline.ts';
import { planEdge, planFade, planSlip, planVolume, type EdgeDrag } from './plan-edges.ts';
import type { Plan } from './plan.ts';

const document = makeTimeline([
  {
    items: [
      makeItem('video', 'a', { sourceStartSeconds: 1 }),
      makeItem('video', 'b', { startSeconds: 2, sourceStartSeconds: 3, speed: 2 }),
      makeItem('video', 'c', { startSeconds: 6 }),
    ],
  },
  { items: [makeItem('text', 't', { startSeconds: 1, groupId: 'g' })] },
  { items: [makeItem('sound', 'm', { startSeconds: 1, sourceStartSeconds: 5, groupId: 'g' })] },
]);
const free = { targets: [], toleranceSeconds: 0 };
const getAssetDuration = (): number => 10;

const makePlan = (parts: Partial<EdgeDrag>): Plan | null =>
  planEdge(
    document,
    { itemId: 'b', edge: 'end', bySeconds: 0, mode: 'trim', ripple: 'this', ...parts },
    free,
    getAssetDuration,
  );

function after(plan: Plan | null): Record<string, number[]> {
  const edited: TimelineDocument = applyEdits(document, plan?.edits ?? []);
  const items = edited.tracks.flatMap((track) => track.items);
  return Object.fromEntries(
    items.map(({ id, startSeconds, durationSeconds }) => [id, [startSeconds, durationSeconds]]),
  );
}

test('an end stops at the next clip, a start at the previous one, and a frame remains', () => {
  expect(after(makePlan({ bySeconds: 1 }))['b']).toEqual([2, 3]);
  expect(after(makePlan({ bySeconds: 9 }))['b']).toEqual([2, 3.5]);
  expect(after(makePlan({ bySeconds: -9 }))['b']?.[1]).toBeCloseTo(1 / 30);
  expect(makePlan({ itemId: 'b', edge: 'start', bySeconds: -1 })?.edits).toEqual([]);
});

test('next to a clip between two frames, for example after a change of the frame rate, an edge stops at the last free frame', () => {
  const half = 0.5 / 30;
  const off = makeTimeline([
    {
      items: [
        makeItem('shape', 'a', { durationSeconds: 1 + half }),
        makeItem('shape', 'b', { startSeconds: 2, durationSeconds: 1 }),
        makeItem('shape', 'c', { startSeconds: 4 + half }),
      ],
    },
  ]);
  const drag = { itemId: 'b', mode: 'trim', ripple: 'this' } as const;
  const end = planEdge(off, { ...drag, edge: 'end', bySeconds: 5 }, free, getAssetDuration);
  expect(applyEdits(off, end?.edits ?? []).tracks[0]?.items[1]?.durationSeconds).toBeCloseTo(2);
  const start = planEdge(off, { ...drag, edge: 'start', bySeconds: -5 }, free, getAssetDuration);
  expect(applyEdits(off, start?.edits ?? []).tracks[0]?.items[1]?.startSeconds).toBeCloseTo(1 + 2 * half);
});

test('an edge does not exceed the material', () => {
  expect(after(makePlan({ itemId: 'c', bySeconds: 20 }))['c']).toEqual([6, 10]);
  expect(after(makePlan({ itemId: 'c', edge: 'start', bySeconds: -1 }))['c']).toEqual([6, 2]);
  expect(after(makePlan({ itemId: 'm', edge: 'start', bySeconds: -0.5 }))['m']).toEqual([0.5, 2.5]);
});

test('clips of a group with the same start are trimmed together', () => {
  const trimmed = after(makePlan({ itemId: 't', edge: 'start', bySeconds: 0.5 }));
  expect([trimmed['t'], trimmed['m']]).toEqual([
    [1.5, 1.5],
    [1.5, 1.5],
  ]);
});

test('a ripple moves later clips, on this track or on all', () => {
  expect(after(makePlan({ mode: 'ripple', bySeconds: -1 }))).toMatchObject({ b: [2, 1], c: [5, 2], t: [1, 2] });
  const all = after(makePlan({ itemId: 'a', mode: 'ripple', ripple: 'all', bySeconds: -0.5 }));
  expect(all).toMatchObject({ a: [0, 1.5], b: [1.5, 2], c: [5.5, 2] });
});

test('a roll moves the cut, as far as both clips have material', () => {
  expect(after(makePlan({ edge: 'start', mode: 'roll', bySeconds: 0.5 }))).toMatchObject({
    a: [0, 2.5],
    b: [2.5, 1.5],
  });
  expect(after(makePlan({ edge: 'start', mode: 'roll', bySeconds: -5 }))).toMatchObject({ a: [0, 0.5], b: [0.5, 3.5] });
});

test('an edge snaps, and reports the time', () => {
  const snapping = { targets: [4.5], toleranceSeconds: 0.1 };
  const drag = { itemId: 'b', edge: 'end', bySeconds: 0.45, mode: 'trim', ripple: 'this' } as const;
  const plan = planEdge(document, drag, snapping, getAssetDuration);
  expect(plan).toMatchObject({ snapSeconds: 4.5, label: 'Trim clip' });
  expect(after(plan)['b']).toEqual([2, 2.5]);
});

test('a slip shows another part, by the speed of the clip and within its material', () => {
  const slip = (bySeconds: number): unknown =>
    planSlip(document, { itemId: 'b', bySeconds }, getAssetDuration)?.edits[0];
  expect(slip(1)).toEqual({ type: 'slip', itemId: 'b', sourceStartSeconds: 1 });
  expect(slip(9)).toMatchObject({ sourceStartSeconds: 0 });
  expect(slip(-9)).toMatchObject({ sourceStartSeconds: 6 });
  expect(planSlip(document, { itemId: 't', bySeconds: 1 }, getAssetDuration)).toBeNull();
});

test('fades fit into their clip, and the volume snaps to 1', () => {
  const fade = (edge: 'start' | 'end', seconds: number): unknown =>
    planFade(document, { itemId: 'a', edge, seconds })?.edits[0];
  expect(fade('start', 0.51)).toEqual({ type: 'set', itemId: 'a', properties: { fadeInSeconds: 0.5 } });
  expect(fade('end', 9)).toMatchObject({ properties: { fadeOutSeconds: 2 } });
  expect(fade('start', -1)).toBeUndefined();
  expect(planVolume(document, { itemId: 'a', volume: 1.02 })?.edits).toEqual([]);
  expect(planVolume(document, { itemId: 'a', volume: 0.333 })?.edits).toMatchObject([{ properties: { volume: 0.33 } }]);
  expect(planVolume(document, { itemId: 't', volume: 1 })).toBeNull();
  // More than 100 % has a readout as well, and so does a gesture without an effect.
  expect(planVolume(document, { itemId: 'a', volume: 1.5 })?.says).toBe('Volume 150 %');
  expect(planFade(document, { itemId: 'a', edge: 'end', seconds: 0 })?.says).toBe('Fade out 0.0 s');
});
