import { expect, test } from 'vitest';
import { makeTimeline, makeItem } from '../../../../../test/support/timeline.ts';
import { planInsert } from './plan-insert.ts';
import { planMove } from './plan-move.ts';
import { showPlan } from './show-plan.ts';
import type { ShownGesture } from '../timeline-view.ts';

const document = makeTimeline([
  { items: [makeItem('video', 'a'), makeItem('video', 'b', { startSeconds: 4 })] },
  { items: [makeItem('text', 't')] },
]);

const free = { targets: [], toleranceSeconds: 0 };

function shown(bySeconds: number, overRow: number | null): ShownGesture {
  const drag = { ids: ['a'], heldId: 'a', bySeconds, overRow };
  const plan = planMove(document, drag, { targets: [], toleranceSeconds: 0 });
  if (!plan) {
    throw new Error('no clip is dragged');
  }
  return showPlan(document, plan, new Set(['a']), false);
}

test('only the changes of the plan are previewed', () => {
  const { items, refusal, rowShifts } = shown(1, null);
  expect([...items.keys()]).toEqual(['a']);
  expect(items.get('a')?.startSeconds).toBe(1);
  expect([refusal, rowShifts.size]).toEqual([null, 0]);
});

test('a refused plan is shown at the pointer, with the reason', () => {
  const { items, refusal } = shown(3, null);
  expect(items.get('a')?.startSeconds).toBe(3);
  expect(refusal).toMatch(/starts at/);
});

test('a clip that is inserted elsewhere follows the pointer, and the others make room', () => {
  const plan = planMove(document, { ids: ['a'], heldId: 'a', bySeconds: 4.5, overRow: null }, free);
  const inserted = plan && planInsert(document, plan, { heldId: 'a', magneticTrackId: null });
  const { items, snapSeconds } = showPlan(
    document,
    inserted ?? { edits: [], label: '', snapSeconds: null },
    new Set(['a']),
    false,
  );
  expect([...items.values()].map(({ id, startSeconds }) => `${id} ${startSeconds}`)).toEqual(['a 4.5', 'b 2']);
  expect(snapSeconds).toBe(4);
});

test('a clip is shown in its target row, and above the first row for a new track', () => {
  expect(shown(4, 0).rowShifts.get('a')).toBe(-60);
  const beyond = shown(0, -1);
  expect([beyond.rowShifts.get('a'), beyond.newTrack]).toEqual([-80, 'above']);
  expect(shown(0, 2)).toMatchObject({ newTrack: 'below' });
});
