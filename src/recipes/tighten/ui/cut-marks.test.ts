import { expect, test } from 'vitest';
import type { ShownCut } from './cut-draft.ts';
import { getMarks, maxMarks } from './cut-marks.ts';

/** A cut in every second. */
const cuts = Array.from({ length: 5000 }, (_, index): ShownCut => ({
  id: `cut-${index}`,
  startSeconds: index,
  endSeconds: index + 0.5,
  kind: 'silence',
  confidence: 1,
  isAccepted: true,
  isLeftWhole: false,
}));

test('shows a few visible cuts all as marks', () => {
  const { marks, others } = getMarks(cuts, { from: 100.2, to: 110 }, null);
  expect(marks.map(({ index }) => index)).toEqual([100, 101, 102, 103, 104, 105, 106, 107, 108, 109]);
  expect(others).toEqual([]);
});

test('shows the cuts around the selected one as marks, and only draws the others, if thousands are visible', () => {
  const whole = { from: 0, to: 5000 };
  const getFirst = (selectedId: string | null): number | undefined => getMarks(cuts, whole, selectedId).marks[0]?.index;
  expect(['cut-0', 'cut-2000', 'cut-4999', 'gone', null].map(getFirst)).toEqual([0, 1925, 4850, 0, 0]);
  const { marks, others } = getMarks(cuts, whole, 'cut-2000');
  expect([marks.length, others.length]).toEqual([maxMarks, 5000 - maxMarks]);
});
