import { expect, test } from 'vitest';
import { applyAndReport, applyEdits } from '#core/timeline/edit.ts';
import { makeTimeline, makeItem } from '../../../../../test/support/timeline.ts';
import { getRows } from '../rows.ts';
import { planCopy } from './plan-copy.ts';
import { planMove } from './plan-move.ts';
import type { Plan } from './plan.ts';
import { showPlan } from './show-plan.ts';

const document = makeTimeline([
  { id: 'film', items: [makeItem('video', 'a', { groupId: 'g' })] },
  { id: 'titles', items: [makeItem('text', 't', { groupId: 'g' })] },
]);

function copy(bySeconds: number, overRow: number | null): Plan {
  const drag = { ids: ['a', 't'], heldId: 'a', bySeconds, overRow, toTrackId: () => 'new' };
  const plan = planMove(document, drag, { targets: [], toleranceSeconds: 0 });
  if (!plan) {
    throw new Error('no clip is dragged');
  }
  return planCopy(document, plan, (id) => `${id}-copy`);
}

test('copies go to the pointer as a new group, and the originals stay', () => {
  const after = applyEdits(document, copy(5, 0).edits);
  const rows = getRows(after).map(({ track }) => track.items);
  expect(rows.map((items) => items.map(({ id, startSeconds }) => `${id} ${startSeconds}`))).toEqual([
    ['t-copy 5'],
    ['t 0', 'a-copy 5'],
    ['a 0'],
  ]);
  const groups = rows.flat().map(({ groupId }) => groupId);
  expect(groups).toEqual([expect.not.stringMatching('^g$'), 'g', groups[0], 'g']);
});

test('copies are reported with their originals', () => {
  expect(applyAndReport(document, copy(5, 0).edits).created).toEqual([
    { itemId: 'a-copy', fromId: 'a' },
    { itemId: 't-copy', fromId: 't' },
  ]);
});

test('during a drag the copies are shown at the pointer, and the clips where they are', () => {
  const shown = showPlan(document, copy(5, null), new Set(['a', 't']), false);
  expect(shown.items.get('a')?.startSeconds).toBe(5);
  expect(shown.stays.map(({ item }) => [item.id, item.startSeconds])).toEqual([
    ['t', 0],
    ['a', 0],
  ]);
});

test('copies that would overlap the originals are inserted next to them', () => {
  expect(showPlan(document, copy(1, null), new Set(['a', 't']), false).refusal).toBe(null);
  const items = applyEdits(document, copy(1.1, null).edits).tracks.flatMap((track) => track.items);
  expect(items.map(({ id, startSeconds }) => `${id} ${startSeconds}`)).toEqual(['a 0', 'a-copy 2', 't 0', 't-copy 2']);
});

test('a copy of a locked clip is unlocked: otherwise it could not be grouped or moved', () => {
  const locked = makeTimeline([
    { items: [makeItem('video', 'a', { groupId: 'g' })] },
    { items: [makeItem('text', 't', { groupId: 'g', isLocked: true })] },
  ]);
  const drag = { ids: ['a', 't'], heldId: 'a', bySeconds: 5, overRow: null };
  const plan = planMove(locked, drag, { targets: [], toleranceSeconds: 0 });
  const { tracks } = applyEdits(locked, plan ? planCopy(locked, plan, (id) => `${id}-copy`).edits : []);
  const copies = tracks.flatMap(({ items }) => items.filter(({ id }) => id.endsWith('-copy')));
  expect(copies.map(({ id, isLocked }) => [id, isLocked])).toEqual([
    ['a-copy', false],
    ['t-copy', false],
  ]);
});
