import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeItem, makeTimeline } from '../../../../test/support/timeline.ts';
import { randomDocumentOfAnyRate } from '../../../../test/support/random-timeline.ts';
import { Failure } from '#core/lib/failure.ts';
import { checkDocument } from '../check.ts';
import type { TimelineDocument } from '../document.ts';
import { applyEdit, editSchema } from '../edit.ts';
import { isSameTime } from '../frames.ts';
import { getEnd, inOrder } from '../schedule.ts';

const video = (id: string, startSeconds: number, durationSeconds = 2) =>
  makeItem('video', id, { startSeconds, durationSeconds });
const title = (id: string, startSeconds: number, durationSeconds = 1) =>
  makeItem('text', id, { startSeconds, durationSeconds });

/** Three clips with a title over the second, music below all of them, and a free track. */
const film = makeTimeline([
  { id: 'film', items: [video('a', 0), video('b', 2), video('c', 4)] },
  { id: 'titles', items: [title('t', 2.5), title('u', 4.5)] },
  { id: 'over', items: [video('x', 10)] },
  { id: 'music', items: [makeItem('sound', 'm', { startSeconds: 0, durationSeconds: 6 })] },
]);

/** Returns the clips of all tracks in order, with their times, after an edit as a caller writes it. */
const after = (edit: object, document: TimelineDocument = film): string[] =>
  applyEdit(document, editSchema.parse(edit)).tracks.map(({ items }) =>
    inOrder(items)
      .map(({ id, startSeconds }) => `${id}${startSeconds}`)
      .join(' '),
  );

const magnetic = (itemId: string, startSeconds: number, trackId?: string) =>
  after({
    type: 'move-items',
    moves: [{ itemId, startSeconds, ...(trackId !== undefined && { trackId }) }],
    magneticTrackId: 'film',
  });

test('a clip is reordered on a magnetic track, and connected titles move along, but not the music', () => {
  expect(magnetic('c', 0.4)).toEqual(['c0 a2 b4', 'u0.5 t4.5', 'x10', 'm0']);
  expect(magnetic('a', 9)).toEqual(['b0 c2 a4', 't0.5 u2.5', 'x10', 'm0']);
  expect(magnetic('b', 2.6)).toEqual(['a0 b2 c4', 't2.5 u4.5', 'x10', 'm0']);
});

test('a clip from another track is inserted, and one that leaves the track closes its gap', () => {
  expect(magnetic('x', 2.3, 'film')).toEqual(['a0 x2 b4 c6', 't4.5 u6.5', '', 'm0']);
  expect(magnetic('b', 9, 'over')).toEqual(['a0 c2', 't2.5 u3.5', 'b9 x11', 'm0']);
});

test('a move on another track inserts a clip where it would overlap', () => {
  expect(magnetic('u', 2.4)[1]).toBe('u2.5 t3.5');
  expect(magnetic('u', 7)[1]).toBe('t2.5 u7');
});

test('a connected item that would overlap one that stays is placed after it; a locked one stays', () => {
  const document = makeTimeline([
    { id: 'film', items: [video('a', 0), video('b', 2)] },
    { id: 'titles', items: [title('long', 0, 3), { ...title('t', 3, 1), isLocked: false }] },
  ]);
  const edit = { type: 'ripple-trim', itemId: 'a', edge: 'end', atSeconds: 1, tracks: 'connected' };
  expect(after(edit, document)).toEqual(['a0 b1', 'long0 t3']);
  const locked = {
    ...document,
    tracks: document.tracks.map((track) => ({ ...track, isLocked: track.id === 'titles' })),
  };
  expect(after(edit, locked)).toEqual(['a0 b1', 'long0 t3']);
});

test('an item can be added between others, which moves later ones with their titles', () => {
  const edit = { type: 'add-item', trackId: 'film', item: video('n', 2.7), fit: 'insert', tracks: 'connected' };
  expect(after(edit)).toEqual(['a0 n2 b4 c6', 't4.5 u6.5', 'x10', 'm0']);
  expect(after({ type: 'duplicate', itemId: 'a', newId: 'n', fit: 'insert' })[0]).toBe('a0 n2 b4 c6');
});

test('a delete or another speed closes the gap with the connected items; titles of a deleted clip go with it', () => {
  expect(after({ type: 'ripple-delete', itemId: 'b', tracks: 'connected' })).toEqual(['a0 c2', 'u2.5', 'x10', 'm0']);
  const fast = { type: 'set-speed', itemId: 'a', speed: 2, tracks: 'connected' };
  expect(after(fast)).toEqual(['a0 b1 c3', 't1.5 u3.5', 'x10', 'm0']);
});

test('a gap is closed on its track, and a time outside a gap is refused', () => {
  const document = makeTimeline([{ id: 'film', items: [video('a', 1), video('b', 4)] }, { items: [title('t', 4.5)] }]);
  const close = { type: 'close-gap', trackId: 'film', atSeconds: 3.5 };
  expect(after(close, document)).toEqual(['a1 b3', 't4.5']);
  expect(after({ ...close, tracks: 'connected' }, document)).toEqual(['a1 b3', 't3.5']);
  expect(after({ ...close, atSeconds: 0 }, document)).toEqual(['a0 b3', 't4.5']);
  expect(() => after({ ...close, atSeconds: 2 }, document)).toThrow(/is not in a gap/);
  expect(() => after({ ...close, atSeconds: 7 }, document)).toThrow(/is not in a gap/);
});

test('without an option, an occupied place is refused as before', () => {
  expect(() => after({ type: 'move-items', moves: [{ itemId: 'c', startSeconds: 0 }] })).toThrow(Failure);
  expect(() => after({ type: 'add-item', trackId: 'film', item: video('n', 1) })).toThrow(Failure);
  expect(() => after({ type: 'duplicate', itemId: 'a' })).toThrow(Failure);
});

/** Returns the time of a track between its items, in seconds. */
const sumGaps = ({ tracks }: TimelineDocument, trackId: string): number => {
  const items = inOrder(tracks.find(({ id }) => id === trackId)?.items ?? []);
  const last = items.at(-1);
  return last ? getEnd(last) - items.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0) : 0;
};

test('a move on a magnetic track loses no item, keeps the order of the rest, and adds no gap', () => {
  let done = 0;
  fc.assert(
    fc.property(
      randomDocumentOfAnyRate,
      fc.nat(),
      fc.nat(),
      fc.nat(8000),
      fc.boolean(),
      (document, pick, pickTrack, ms, isIn) => {
        const trackId = document.tracks[pickTrack % document.tracks.length]?.id ?? '';
        const items = document.tracks.flatMap((track) => track.items);
        const item = items[pick % Math.max(1, items.length)];
        const move = { itemId: item?.id ?? '', startSeconds: ms / 1000, ...(isIn && { trackId }) };
        try {
          const edited = applyEdit(document, { type: 'move-items', moves: [move], magneticTrackId: trackId });
          expect(checkDocument(edited)).toEqual([]);
          const ids = (one: TimelineDocument, id = trackId) =>
            inOrder(one.tracks.find((track) => track.id === id)?.items ?? []).flatMap((other) =>
              other.id === item?.id ? [] : [other.id],
            );
          expect(ids(edited)).toEqual(ids(document));
          expect(edited.tracks.flatMap((track) => track.items)).toHaveLength(items.length);
          const isMore = sumGaps(document, trackId) < sumGaps(edited, trackId);
          expect(isMore && !isSameTime(sumGaps(document, trackId), sumGaps(edited, trackId), document.frameRate)).toBe(
            false,
          );
          done += 1;
        } catch (thrown) {
          if (!(thrown instanceof Failure)) {
            throw thrown;
          }
          expect(thrown.message).toMatch(/is locked|visual item|sound|ducks under|audio|no item/);
        }
      },
    ),
    { numRuns: 500, seed: 2026 },
  );
  expect(done).toBeGreaterThan(150);
});
