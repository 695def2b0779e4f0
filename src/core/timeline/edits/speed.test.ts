import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { edit, getItems, refused, times, type Written } from '../../../../test/support/edits.ts';
import { randomDocumentOfAnyRate } from '../../../../test/support/random-timeline.ts';
import { makeTimeline, makeItem } from '../../../../test/support/timeline.ts';
import { checkDocument } from '../check.ts';
import type { TimelineDocument } from '../document.ts';
import { isAudible } from '../schedule.ts';
import { isEqualButRounding } from './is-equal.ts';

type SetSpeed = Extract<Written, { type: 'set-speed' }>;

/** Returns the document with an item at another speed, after an edit in the form that clients send. */
const atSpeed = (document: TimelineDocument, itemId: string, speed: number, more: Partial<SetSpeed> = {}) =>
  edit(document, { type: 'set-speed', itemId, speed, ...more });

const refusedAt = (document: TimelineDocument, itemId: string, speed: number, more: Partial<SetSpeed> = {}) =>
  refused(document, { type: 'set-speed', itemId, speed, ...more });

/** Creates two clips with a gap after them, and a third whose audio and title are grouped with it. */
const film = makeTimeline(
  [
    {
      items: [
        makeItem('video', 'a', { durationSeconds: 4, sourceStartSeconds: 1 }),
        makeItem('video', 'b', { startSeconds: 4, durationSeconds: 2 }),
        makeItem('video', 'c', { startSeconds: 7, durationSeconds: 2, groupId: 'g' }),
      ],
    },
    { items: [makeItem('text', 'title', { startSeconds: 6.5, durationSeconds: 1, groupId: 'g' })] },
    { items: [makeItem('sound', 'voice', { startSeconds: 7, durationSeconds: 2, groupId: 'g' })] },
    { items: [makeItem('sound', 'music', { durationSeconds: 9 })] },
  ],
  { markers: [{ id: 'm', atSeconds: 7, label: '' }] },
);

test('an item keeps the part of its source, and later items move by the change of its duration', () => {
  const faster = atSpeed(film, 'a', 2);
  expect(getItems(faster)[0]).toMatchObject({ speed: 2, durationSeconds: 2, sourceStartSeconds: 1 });
  expect(times(faster)).toEqual([
    ['a', 0, 2],
    ['b', 2, 2],
    ['c', 5, 2],
    ['title', 4.5, 1],
    ['voice', 5, 2],
    ['music', 0, 9],
  ]);
  expect(times(atSpeed(film, 'a', 0.5))).toEqual([
    ['a', 0, 8],
    ['b', 8, 2],
    ['c', 11, 2],
    ['title', 10.5, 1],
    ['voice', 11, 2],
    ['music', 0, 9],
  ]);
  expect(faster.markers).toEqual(film.markers);
});

test('later items of all tracks move if requested, with the markers', () => {
  const ungrouped = makeTimeline([
    { items: [makeItem('video', 'a'), makeItem('video', 'b', { startSeconds: 2 })] },
    { items: [makeItem('text', 'over', { durationSeconds: 1 }), makeItem('text', 'later', { startSeconds: 2.5 })] },
  ]);
  const marked = { ...ungrouped, markers: [{ id: 'm', atSeconds: 5, label: '' }] };
  const slower = atSpeed(marked, 'a', 0.5, { tracks: 'all' });
  expect([times(slower), slower.markers[0]?.atSeconds]).toEqual([
    [
      ['a', 0, 4],
      ['b', 4, 2],
      ['over', 0, 1],
      ['later', 4.5, 2],
    ],
    7,
  ]);
});

test('an item that must not move the others leaves a gap, or is refused if it would overlap the next', () => {
  expect(times(atSpeed(film, 'b', 2, { fit: 'keep' })).slice(1, 3)).toEqual([
    ['b', 4, 1],
    ['c', 7, 2],
  ]);
  expect(refusedAt(film, 'a', 0.5, { fit: 'keep' })).toMatch(/^speed: "b" starts at 4 s, before "a" ends/);
});

test('an item is shortened to the next one only if requested', () => {
  const shortened = atSpeed(film, 'b', 0.5, { fit: 'shorten' });
  expect(times(shortened).slice(1, 3)).toEqual([
    ['b', 4, 3],
    ['c', 7, 2],
  ]);
  expect(getItems(shortened)[1]).not.toHaveProperty('sourceDurationSeconds');
});

test('named items outside of its group change too if they are synchronized with it', () => {
  const detached = makeTimeline([
    { items: [makeItem('video', 'a'), makeItem('video', 'b', { startSeconds: 2 })] },
    { items: [makeItem('sound', 'voice'), makeItem('sound', 'next', { startSeconds: 2 })] },
  ]);
  expect(times(atSpeed(detached, 'a', 0.5, { linkedIds: ['voice'] }))).toEqual([
    ['a', 0, 4],
    ['b', 4, 2],
    ['voice', 0, 4],
    ['next', 4, 2],
  ]);
  expect(refusedAt(detached, 'a', 0.5, { linkedIds: ['next'] })).toMatch(/^linkedIds.0: "next" must have the speed/);
});

test('synchronized items of its group change too, and none of them may be locked', () => {
  const linked = atSpeed(film, 'c', 0.5);
  expect(times(linked).slice(2, 5)).toEqual([
    ['c', 7, 4],
    ['title', 6.5, 1],
    ['voice', 7, 4],
  ]);
  const locked = edit(film, { type: 'set', itemId: 'voice', properties: { isLocked: true } });
  expect(refusedAt(locked, 'c', 2)).toMatch(/"voice" is locked/);
  expect(refusedAt(locked, 'a', 2)).toMatch(/"voice" is locked/);
  expect(refusedAt(film, 'title', 2)).toMatch(/is a text item, which has no speed/);
});

test('a duration that was rounded to frames is not rounded again: 31 frames are 16 at double speed, and 31 again', () => {
  const odd = makeTimeline([{ items: [makeItem('video', 'a', { durationSeconds: 31 / 30 })] }]);
  const faster = atSpeed(odd, 'a', 2);
  expect(getItems(faster)[0]).toMatchObject({ durationSeconds: 16 / 30, sourceDurationSeconds: 31 / 30 });
  expect(atSpeed(faster, 'a', 1)).toEqual(odd);
  // A trimmed item plays less of its source.
  const trimmed = edit(faster, { type: 'trim', itemId: 'a', edge: 'end', atSeconds: 15 / 30 });
  expect(getItems(atSpeed(trimmed, 'a', 1))[0]?.durationSeconds).toBe(1);
});

const speeds = fc.constantFrom(0.05, 0.25, 0.5, 0.7, 1, 1.37, 2, 3, 8, 20);
const fits = fc.constantFrom('ripple' as const, 'keep' as const);

/** Picks one of the items with a speed that have no transition, which another speed might shorten. */
function pickPlain(document: TimelineDocument, pick: number): { document: TimelineDocument; itemId: string } | null {
  const plain = {
    ...document,
    tracks: document.tracks.map((track) => ({
      ...track,
      items: track.items.map((item) => {
        const { transition: _, ...rest } = { transition: undefined, ...item };
        return rest;
      }),
    })),
  };
  const items = getItems(plain).filter(isAudible);
  const item = items[pick % Math.max(1, items.length)];
  return item ? { document: plain, itemId: item.id } : null;
}

test('any speed and back restores the document, and no items overlap in between', () => {
  let done = 0;
  fc.assert(
    fc.property(
      randomDocumentOfAnyRate,
      fc.record({ pick: fc.nat(), speed: speeds, fit: fits, isAll: fc.boolean() }),
      (random, { pick, speed, fit, isAll }) => {
        const picked = pickPlain(random, pick);
        const before =
          picked &&
          getItems(picked.document)
            .filter(isAudible)
            .find(({ id }) => id === picked.itemId);
        if (!picked || !before) {
          return;
        }
        const { document, itemId } = picked;
        const more: Partial<SetSpeed> = { fit, tracks: isAll ? 'all' : 'this' };
        const changed = tryTo(() => atSpeed(document, itemId, speed, more));
        if (!changed) {
          return;
        }
        expect(checkDocument(changed)).toEqual([]);
        const back = tryTo(() => atSpeed(changed, itemId, before.speed, more));
        // A clip of another track may start between the new end and the old one.
        if (back && !isAll) {
          done += 1;
          expect(isEqualButRounding(back, document)).toBe(true);
        }
      },
    ),
    { numRuns: 1000, seed: 2026 },
  );
  expect(done).toBeGreaterThan(150);
});

/** Returns the result of the edit; null if it is refused. */
function tryTo<T>(run: () => T): T | null {
  try {
    return run();
  } catch (thrown) {
    expect(thrown).toMatchObject({ code: 'VALIDATION_FAILED' });
    return null;
  }
}
