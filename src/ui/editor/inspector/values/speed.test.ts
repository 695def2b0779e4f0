import { expect, it } from 'vitest';
import type { Item } from '#core/timeline/document.ts';
import { isAudible } from '#core/timeline/schedule.ts';
import { applyEdits } from '#core/timeline/edit.ts';
import { documentOf, itemOf } from '../../../../../test/support/timeline.ts';
import { speedEdits } from './speed.ts';

function atSpeed(items: readonly Item[], speed: number): Item | undefined {
  const document = documentOf([{ items }]);
  const [first] = items.filter(isAudible);
  return applyEdits(
    document,
    speedEdits(document, first ? [first] : [], () => speed),
  ).tracks[0]?.items[0];
}

it('shows the same part of the source in the time that this takes, with its keyframes', () => {
  const opacity = { keyframes: [{ atSeconds: 1, value: 0.5, easing: 'linear' as const }] };
  const item = itemOf('video', 'a', { durationSeconds: 4, opacity });
  expect(atSpeed([item], 2)).toMatchObject({
    speed: 2,
    durationSeconds: 2,
    opacity: { keyframes: [{ atSeconds: 0.5 }] },
  });
});

it('stops where the next item begins', () => {
  const items = [itemOf('video', 'a'), itemOf('video', 'b', { startSeconds: 3 })];
  expect(atSpeed(items, 0.5)).toMatchObject({ speed: 0.5, durationSeconds: 3 });
});

it('shortens a transition that would be longer than its item', () => {
  const item = itemOf('video', 'a', { transition: { type: 'dissolve', durationSeconds: 1.5 } });
  expect(atSpeed([item], 4)).toMatchObject({ durationSeconds: 0.5, transition: { durationSeconds: 0.5 } });
});

it('keeps within what a document takes', () => {
  expect(atSpeed([itemOf('sound', 'a')], 100)).toMatchObject({ speed: 20 });
});
