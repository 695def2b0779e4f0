import { expect, test } from 'vitest';
import { makeTimeline, makeItem } from '../../../../test/support/timeline.ts';
import { nextEdit, snap, snapTargets } from './snapping.ts';

const document = makeTimeline(
  [
    { items: [makeItem('video', 'a'), makeItem('video', 'b', { startSeconds: 5 })] },
    { items: [makeItem('text', 't', { startSeconds: 3 })] },
  ],
  { markers: [{ id: 'beat', atSeconds: 6.5, label: 'Beat' }] },
);

test('edges snap to other edges, the start, markers and the playhead, but not to moving ones', () => {
  const targets = snapTargets(document, { playheadSeconds: 4.2, movedIds: new Set(['b']) });
  expect(targets).toEqual([0, 2, 3, 4.2, 5, 6.5]);
  expect(snapTargets(document, { playheadSeconds: null, movedIds: new Set(['t', 'a']) })).toEqual([0, 5, 6.5, 7]);
});

test('the nearest edge within the tolerance snaps', () => {
  expect(snap([2.9, 4.9], [2, 5], 0.2)).toMatchObject({ atSeconds: 5 });
  expect(snap([2.9, 4.9], [3, 5.05], 0.2)).toMatchObject({ atSeconds: 3 });
  expect(snap([2.5], [2, 3], 0.2)).toBeNull();
  expect(snap([2.5], [], 1)).toBeNull();
});

test('the next and the previous edit point are found from any time', () => {
  expect(nextEdit([0, 2, 5], 2, 1)).toBe(5);
  expect(nextEdit([0, 2, 5], 2, -1)).toBe(0);
  expect(nextEdit([0, 2, 5], 5, 1)).toBeNull();
  expect(nextEdit([0, 2, 5], 1.9999, 1)).toBe(5);
});
