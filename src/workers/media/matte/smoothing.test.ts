import { describe, expect, it } from 'vitest';
import { Smoothing } from './smoothing.ts';

const size = { width: 64, height: 48 };
const pixels = size.width * size.height;

const flat = (value: number): Uint8Array => new Uint8Array(pixels).fill(value);

/** A texture everywhere, so that motion is detectable. */
const texture = (x: number, y: number): number => ((x * 37 + y * 91 + x * y * 13) % 61) * 2;

function draw(colour: (x: number, y: number) => number): Float32Array {
  return Float32Array.from({ length: pixels }, (_, i) => colour(i % size.width, Math.floor(i / size.width)));
}

const grey = draw(() => 128);
const toPicture = (y: Float32Array) => ({ y, u: grey, v: grey });
const wall = toPicture(draw((x, y) => texture(x, y)));

/** A textured square of 16 pixels that starts at `left`, in front of the wall, and its matte. */
const squareAt = (left: number) => {
  const isIn = (x: number, y: number): boolean => x >= left && x < left + 16 && y >= 16 && y < 32;
  return {
    picture: toPicture(draw((x, y) => (isIn(x, y) ? 120 + texture(x - left + 7, y) : texture(x, y)))),
    alpha: Uint8Array.from(draw((x, y) => (isIn(x, y) ? 255 : 0))),
  };
};

/** Returns the result after a second matte of an unchanged frame. */
function second(smoothing: number, before: number, now: number, picture = wall): Float32Array {
  const average = new Smoothing(smoothing, size);
  average.add(flat(before), wall);
  return average.add(flat(now), picture);
}

describe('Smoothing', () => {
  it('uses the first matte unchanged', () => {
    expect([...new Smoothing(50, size).add(flat(77), wall)].every((value) => value === 77)).toBe(true);
  });

  it('gives the past a weight of 0.71 by default', () => {
    expect(second(50, 0, 100)[5]).toBeCloseTo(28.75, 4);
  });

  it('does nothing at 0, and more up to 100', () => {
    const kept = [0, 1, 25, 50, 75, 99, 100].map((smoothing) => second(smoothing, 200, 100)[pixels - 1] ?? 0);
    expect(kept[0]).toBe(100);
    expect(kept).toEqual(kept.toSorted((a, b) => a - b));
    expect(new Set(kept).size).toBe(kept.length);
    expect(kept.at(-1)).toBeCloseTo(195, 3);
  });

  it('forgets the past where the frame changes', () => {
    const other = toPicture(draw((x, y) => 255 - texture(y, x)));
    expect([...second(100, 0, 255, other)].every((value) => value === 255)).toBe(true);
  });

  it('forgets the past where only the colour changes', () => {
    const other = { ...wall, u: draw(() => 160) };
    expect([...second(100, 0, 255, other)].every((value) => value > 200)).toBe(true);
  });

  it('moves the past with the subject, and leaves nothing behind', () => {
    const average = new Smoothing(100, size);
    let result: Float32Array = new Float32Array();
    for (const left of [10, 15, 20, 25, 30]) {
      const { picture, alpha } = squareAt(left);
      result = average.add(alpha, picture);
    }
    const { alpha } = squareAt(30);
    const errors = alpha.map((value, i) => Math.abs(value - (result[i] ?? 0)));
    expect(Math.max(...errors)).toBeLessThan(13);
  });

  it('stabilises moving parts', () => {
    const average = new Smoothing(50, size);
    const row = 24 * size.width;
    [10, 15, 20].forEach((left) => average.add(squareAt(left).alpha, squareAt(left).picture));
    const { picture, alpha } = squareAt(25);
    // A hole that the frame before could not have had there: the subject was elsewhere.
    alpha.fill(0, row + 38, row + 40);
    const result = average.add(alpha, picture);
    expect(result[row + 38]).toBeGreaterThan(100);
  });

  it('leaves no ghost after a reset', () => {
    const smoothing = new Smoothing(100, size);
    smoothing.add(flat(255), wall);
    smoothing.reset();
    expect([...smoothing.add(flat(0), wall)].every((value) => value === 0)).toBe(true);
  });
});
