import { expect, test } from 'vitest';
import { makeItem, makeTimeline } from '#test/support/timeline.ts';
import { hasSound, withSolo } from './solo.ts';

const document = makeTimeline([
  { name: 'Film', items: [makeItem('video', 'v', { assetId: 'mat_1' })] },
  { name: 'Titles', items: [makeItem('text', 't', { text: 'Hello' })] },
  { name: 'Empty', items: [] },
]);
const [film, titles, empty] = document.tracks;

test('the other tracks are muted, and a track that is gone mutes none', () => {
  expect(withSolo(document, new Set([film?.id ?? ''])).tracks.map(({ isMuted }) => isMuted)).toEqual([
    false,
    true,
    true,
  ]);
  expect(withSolo(document, new Set(['gone']))).toBe(document);
  expect(withSolo(document, new Set())).toBe(document);
});

test('a track of texts alone has nothing to mute', () => {
  expect([film, titles, empty].map((track) => track && hasSound(track))).toEqual([true, false, true]);
});
