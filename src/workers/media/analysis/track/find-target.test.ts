import { describe, expect, it, test } from 'vitest';
import type { Matte } from '#core/protocol/runners.ts';
import type { Luma } from './plane.ts';
import { findSalientBox } from './salient-box.ts';
import { findHead, findSubject, isTooNear } from './subject-box.ts';

const [width, height] = [160, 90];

/** Creates a matte that is opaque where `isSubject` returns true. */
function makeMatte(isSubject: (x: number, y: number) => boolean): Matte {
  const alpha = Uint8Array.from({ length: width * height }, (_, at) =>
    isSubject(at % width, Math.floor(at / width)) ? 255 : 0,
  );
  return { width, height, alpha };
}

/** A person from the waist up: a head 20 wide above shoulders 60 wide. */
const person = (middle: number) => (x: number, y: number) =>
  (Math.abs(x - middle) < 10 && y >= 15 && y < 43) || (Math.abs(x - middle) < 30 && y >= 43);

describe('findSubject', () => {
  it('finds the larger of two subjects only', () => {
    const isSpeck = (x: number, y: number): boolean => x > 140 && y < 12;
    const { box } = findSubject(makeMatte((x, y) => person(70)(x, y) || isSpeck(x, y))) ?? {};
    expect(box).toEqual({ x: 41, y: 15, width: 59, height: 75 });
  });

  it('finds none in an empty matte, nor in a full one', () => {
    expect(findSubject(makeMatte(() => false))).toBeNull();
    expect(findSubject(makeMatte(() => true))).toBeNull();
    expect(findSubject(makeMatte((x, y) => x === 3 && y === 3))).toBeNull();
  });
});

test('reports a subject that reaches all sides of the frame as too near, and finds its head', () => {
  const wide = makeMatte((x, y) => (Math.abs(x - 80) < 14 && y >= 4) || y > 50 + Math.abs(x - 80) / 8);
  expect(isTooNear(wide)).toBe(true);
  expect(findHead(wide)?.box.height).toBeLessThan(60);
  expect(isTooNear(makeMatte(person(70)))).toBe(false);
});

describe('findHead', () => {
  it('ends above the shoulders', () => {
    const { x = 0, y = 0, width: wide = 0, height: tall = 0 } = findHead(makeMatte(person(70)))?.box ?? {};
    expect(x + wide / 2).toBeCloseTo(70, -0.5);
    expect(wide).toBeGreaterThan(12);
    expect(wide).toBeLessThan(20);
    expect(y).toBeGreaterThanOrEqual(15);
    expect(y + tall).toBeLessThanOrEqual(44);
  });

  it('is at most as tall as a head if no shoulders are visible', () => {
    const box = findHead(makeMatte((x, y) => Math.abs(x - 80) < 15 && y >= 5))?.box;
    expect(box?.height).toBeLessThan(45);
  });
});

describe('findSalientBox', () => {
  const draw = (look: (x: number, y: number) => number): Luma => ({
    width: 320,
    height: 180,
    data: Uint8Array.from({ length: 320 * 180 }, (_, at) => look(at % 320, Math.floor(at / 320))),
  });
  const ball = (middle: number) => (x: number, y: number) => (Math.hypot(x - middle, y - 80) < 22 ? 210 : 70);
  const holds = (box: { x: number; y: number; width: number; height: number } | null, x: number, y: number): boolean =>
    box !== null && x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;

  it('finds a box that differs from its surround', () => {
    const frame = draw(ball(190));
    const box = findSalientBox(frame, frame);
    expect(holds(box, 190, 80)).toBe(true);
    expect(box?.width).toBeLessThan(110);
  });

  it('prefers a moving box', () => {
    const two = (place: number) => draw((x, y) => Math.max(ball(60)(x, y), ball(place)(x, y)));
    const box = findSalientBox(two(235), two(245));
    expect(holds(box, 235, 80) || holds(box, 250, 80)).toBe(true);
    expect(holds(box, 60, 80)).toBe(false);
  });

  it('finds nothing in a flat image', () => {
    const flat = draw(() => 90);
    expect(findSalientBox(flat, flat)).toBeNull();
  });
});
