import { expect, test } from 'vitest';
import { applyEdits, type Edit } from '#core/timeline/edit.ts';
import { makeTimeline, makeItem } from '../../../../test/support/timeline.ts';
import { listChanges } from './list-changes.ts';

const before = makeTimeline(
  [
    { items: [makeItem('video', 'clip', { name: 'beach.mp4' })] },
    { items: [makeItem('text', 'title', { text: 'Hello' })] },
  ],
  { markers: [{ id: 'marker-1', atSeconds: 1, label: 'Here' }] },
);

const getWords = (...edits: Edit[]): string[] =>
  listChanges(before, applyEdits(before, edits)).map(({ name, words }) => `${name} ${words}`);

test.each<[string, Edit]>([
  ['“beach.mp4” starts at 0:04.00, was 0:00.00', { type: 'move', itemId: 'clip', startSeconds: 4 }],
  ['“beach.mp4” opacity 50 %, was 100 %', { type: 'set', itemId: 'clip', properties: { opacity: 0.5 } }],
  ['“beach.mp4” volume -6.0 dB, was 0 dB', { type: 'set', itemId: 'clip', properties: { volume: 0.5 } }],
  ['“beach.mp4” x 100 px, was 320 px', { type: 'set', itemId: 'clip', properties: { x: 100 } }],
  ['“beach.mp4” flip horizontal, was none', { type: 'set', itemId: 'clip', properties: { flip: 'horizontal' } }],
  ['“beach.mp4” blend color dodge, was normal', { type: 'set', itemId: 'clip', properties: { blend: 'color-dodge' } }],
  ['“Hello” align left, was center', { type: 'set', itemId: 'title', properties: { align: 'left' } }],
  ['“Hello” font Anton, was Inter', { type: 'set', itemId: 'title', properties: { font: 'Anton' } }],
  // Users do not know files by id.
  ['“beach.mp4” file changed', { type: 'set', itemId: 'clip', properties: { assetId: 'mat_2' } }],
  ['“Bye” text “Bye”, was “Hello”', { type: 'set', itemId: 'title', properties: { text: 'Bye' } }],
  ['“beach.mp4” locked on, was off', { type: 'set', itemId: 'clip', properties: { isLocked: true } }],
  ['“Hello” was removed', { type: 'remove-item', itemId: 'title' }],
  ['The canvas title “New”, was “A canvas”', { type: 'set-canvas', title: 'New' }],
  ['The canvas track order changed', { type: 'move-track', trackId: 'track-1', index: 1 }],
  ['Track “Top” is new', { type: 'add-track', track: { name: 'Top', kind: 'visual' } }],
  ['Marker “Here” is at 0:02.00, was 0:01.00', { type: 'set-marker', markerId: 'marker-1', atSeconds: 2 }],
])('%s', (words, edit) => {
  expect(getWords(edit)).toEqual([words]);
});

test('unchanged properties are not listed', () => {
  expect(listChanges(before, structuredClone(before))).toEqual([]);
});
