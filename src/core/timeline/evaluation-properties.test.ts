import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomDocument } from '../../../test/support/random-timeline.ts';
import type { Item, TimelineDocument } from './document.ts';
import { middleOfFrame } from './frames.ts';
import { sceneAt } from './scene.ts';
import { getDocumentSeconds, getEnd } from './schedule.ts';
import { soundIn, type SoundSpan } from './sound.ts';

const frameCount = (document: TimelineDocument): number =>
  Math.round(getDocumentSeconds(document) * document.frameRate);

/** Finds the visible items at a time by testing every item. */
function shownAt(document: TimelineDocument, seconds: number): string[] {
  return document.tracks.flatMap(({ items }) => {
    const seen = items.filter(({ type }) => type !== 'sound');
    const item = seen.find((one) => one.startSeconds <= seconds && seconds < getEnd(one));
    const transition = item && item.type !== 'sound' ? item.transition : undefined;
    const isReplacing = item && transition && seconds < item.startSeconds + transition.durationSeconds;
    const before = isReplacing ? seen.find((one) => Math.abs(getEnd(one) - item.startSeconds) < 0.01) : undefined;
    return [before, item].filter((one) => one !== undefined && isShown(one, seconds)).map((one) => one?.id ?? '');
  });
}

const isShown = (item: Item, seconds: number): boolean => item.fadeOutSeconds === 0 || seconds < getEnd(item);

test('every frame shows the items that a search of all items finds', () => {
  fc.assert(
    fc.property(randomDocument, (document) => {
      for (let frame = 0; frame < frameCount(document); frame += 1) {
        const seconds = middleOfFrame(frame, document.frameRate);
        expect(sceneAt(document, seconds).layers.map(({ itemId }) => itemId)).toEqual(shownAt(document, seconds));
      }
    }),
    { numRuns: 100, seed: 2026 },
  );
});

test('audio that is evaluated in parts equals audio that is evaluated at once', () => {
  fc.assert(
    fc.property(randomDocument, fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 5 }), (document, cuts) => {
      const end = getDocumentSeconds(document) + 1;
      const times = [0, ...cuts.map((frame) => frame / 100).toSorted((one, other) => one - other), end];
      const pieces = times
        .slice(1)
        .flatMap((endSeconds, index) => soundIn(document, { startSeconds: times[index] ?? 0, endSeconds }));
      const whole = soundIn(document, { startSeconds: 0, endSeconds: end });
      expect(new Set(pieces.map(({ itemId }) => itemId))).toEqual(new Set(whole.map(({ itemId }) => itemId)));
      for (const span of whole) {
        const parts = pieces.filter(({ itemId }) => itemId === span.itemId);
        expect(parts.reduce((sum, part) => sum + part.endSeconds - part.startSeconds, 0)).toBeCloseTo(
          span.endSeconds - span.startSeconds,
          9,
        );
        expect(parts.every((part) => Math.abs(getOffset(part) - getOffset(span)) < 1e-9)).toBe(true);
        expect(parts.every(({ gain }) => gain === span.gain)).toBe(true);
      }
    }),
    { numRuns: 200, seed: 2026 },
  );
});

/** Returns the source time at the start of the canvas. */
const getOffset = ({ sourceStartSeconds, startSeconds, speed }: SoundSpan): number =>
  sourceStartSeconds - startSeconds * speed;

test('the times of gains increase strictly', () => {
  fc.assert(
    fc.property(randomDocument, (document) => {
      for (const { gain } of soundIn(document, { startSeconds: 0, endSeconds: getDocumentSeconds(document) + 1 })) {
        expect(gain.length).toBeGreaterThan(0);
        const times = gain.map(({ atSeconds }) => atSeconds);
        expect(times).toEqual(times.toSorted((one, other) => one - other));
        expect(new Set(times).size).toBe(times.length);
        expect(gain.every(({ amplitude }) => amplitude >= 0 && amplitude <= 10)).toBe(true);
      }
    }),
    { numRuns: 200, seed: 2026 },
  );
});
