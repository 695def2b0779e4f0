import { expect, test } from 'vitest';
import { Failure } from '#core/lib/failure.ts';
import { applyEdit } from '#core/timeline/edit.ts';
import { uniqueId } from '#core/timeline/unique-id.ts';
import { makeTimeline, makeItem } from '../../../../test/support/timeline.ts';
import { toRefusal } from './to-refusal.ts';

const document = makeTimeline([
  {
    name: 'Main',
    items: [
      makeItem('video', 'item-1', { name: 'beach.mp4' }),
      makeItem('video', 'item-2', { name: 'boat.mp4', startSeconds: 4 }),
    ],
  },
]);

test('a refusal uses visible names, without the path of the edit', () => {
  expect(getRefusal(() => applyEdit(document, { type: 'move', itemId: 'item-2', startSeconds: 1 }))).toBe(
    '“boat.mp4” starts at 1 s, before “beach.mp4” ends at 2 s on the same track, “Main”; move it after that, or to another track.',
  );
});

test('a name is inserted unchanged, including dollar signs', () => {
  const dear = makeTimeline([
    { name: 'Main', items: [makeItem('video', 'item-1', { name: 'Win $$$ $&', isLocked: true })] },
  ]);
  expect(getRefusal(() => applyEdit(dear, { type: 'move', itemId: 'item-1', startSeconds: 1 }), dear)).toBe(
    'The item “Win $$$ $&” is locked; unlock it first.',
  );
});

test('a deleted item has no name, and its id is not shown', () => {
  expect(getRefusal(() => applyEdit(document, { type: 'move', itemId: 'video-k3f9x2ab', startSeconds: 1 }))).toBe(
    'It is no longer on the canvas.',
  );
});

test('a copy without space is called the new clip', () => {
  const item = makeItem('video', uniqueId('copy'), { name: 'beach.mp4', startSeconds: 1 });
  expect(getRefusal(() => applyEdit(document, { type: 'add-item', trackId: 'track-1', item }))).toBe(
    'The new clip starts at 1 s, before “beach.mp4” ends at 2 s on the same track, “Main”; move it after that, or to another track.',
  );
});

test('a failure without details keeps its message', () => {
  expect(toRefusal(new Failure('INTERNAL', { message: 'Look again.' }), document)).toBe('Look again.');
});

function getRefusal(edit: () => unknown, edited = document): string {
  try {
    edit();
  } catch (thrown) {
    return thrown instanceof Failure ? toRefusal(thrown, edited) : '';
  }
  return '';
}
