import { expect, test } from 'vitest';
import { documentOf, itemOf } from '../../../test/support/timeline.ts';
import { shareEqual } from './share-equal.ts';

test('items that are equal are the very same ones, also on another track; what differs is new', () => {
  const [one, other] = [itemOf('text', 'one', { text: 'One' }), itemOf('shape', 'other', { crop: undefined })];
  const before = documentOf([{ items: [one] }, { items: [other] }]);
  const moved = { ...structuredClone(other), x: 5 };
  const after = structuredClone({ ...before, title: 'Other', tracks: documentOf([{ items: [moved, one] }]).tracks });
  const shared = shareEqual(before, after);
  expect(shared).toEqual(after);
  expect(shared.tracks[0]?.items[1]).toBe(before.tracks[0]?.items[0]);
  expect(shared.tracks[0]?.items[0]).not.toBe(before.tracks[1]?.items[0]);
});
