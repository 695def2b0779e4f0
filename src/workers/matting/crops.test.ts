import { describe, expect, test } from 'vitest';
import { computeWindow, listCrops, type WeightedCrop } from '#workers/matting/crops.ts';

const size = { width: 512, height: 288 };
const person = { left: 200, top: 100, right: 240, bottom: 220, strength: 1 };

/** The crops of a person who extends from the left edge of the picture to `right`. */
const closerOnes = (right: number): WeightedCrop[] =>
  listCrops([{ left: 0, top: 0, right, bottom: 288, strength: 1 }], size, false).filter(
    ({ box }) => box.width < size.width,
  );

describe('the crops of a figure', () => {
  test('are a close one, mirrored, and a wider one, neither too narrow', () => {
    const [close, wide] = listCrops([person], size, false);
    // 120 x 1.35 high, and .6 of that wide.
    expect(close).toMatchObject({ box: { width: 98, height: 162 }, isMirrored: true, weight: 1.5 });
    expect(wide).toMatchObject({ box: { width: 130, height: 216 }, isMirrored: false, weight: 1.5 });
    expect(close?.box.left).toBe(171);
  });

  test('end at the edges of the picture', () => {
    const [close] = listCrops([{ ...person, left: 0, top: 168, right: 60, bottom: 288 }], size, false);
    expect(close?.box).toEqual({ left: 0, top: 147, width: 79, height: 141 });
  });

  test('have the weight of their figure, and less the less they magnify it', () => {
    expect(listCrops([{ ...person, strength: 0.5 }], size, false)[0]?.weight).toBe(0.75);
    const weights = [300, 380, 420].flatMap((right) => closerOnes(right).map(({ weight }) => weight));
    expect(weights[0]).toBe(1.5);
    expect(weights).toEqual(weights.toSorted((a, b) => b - a));
  });

  test('are replaced by a mirrored run of the whole picture if a figure fills it or it has none', () => {
    const whole = { kind: 'mirrored', box: { left: 0, top: 0, ...size }, isMirrored: true, weight: 1 };
    expect(listCrops([{ left: 10, top: 10, right: 500, bottom: 288, strength: 1 }], size, false)).toEqual([whole]);
    expect(listCrops([], size, false)).toEqual([whole]);
    expect(listCrops([person], size, false)).toHaveLength(2);
    expect(listCrops([{ ...person, strength: 0.5 }], size, false).at(-1)).toEqual({ ...whole, weight: 0.5 });
  });

  test('never jump as a figure grows until it fills the picture', () => {
    const weigh = (right: number): number => closerOnes(right).reduce((sum, one) => sum + one.weight, 0);
    for (let right = 40; right < 512; right += 1) {
      expect(Math.abs(weigh(right + 1) - weigh(right))).toBeLessThan(0.06);
    }
  });

  test('run both normally and mirrored if there is time, with equal weights', () => {
    const crops = listCrops([person], size, true);
    const mirrored = crops.filter(({ isMirrored }) => isMirrored);
    expect(crops).toHaveLength(5);
    expect(mirrored.map(({ box, weight }) => [box.width, weight])).toEqual([
      [98, 1.5],
      [130, 1.5],
      [512, 1],
    ]);
  });
});

describe('the window of a crop', () => {
  test('falls evenly to zero at sides that are not edges of the picture', () => {
    const inside = computeWindow(100, 99, 512);
    expect(inside[49]).toBeCloseTo(1);
    expect(inside[0]).toBeLessThan(0.2);
    expect([...inside].toReversed().map((value) => value.toFixed(5))).toEqual(
      [...inside].map((value) => value.toFixed(5)),
    );
  });

  test('stays 1 at the edges of the picture', () => {
    const atStart = computeWindow(0, 99, 512);
    expect([atStart[0], atStart[30]]).toEqual([1, 1]);
    expect(atStart[98]).toBeLessThan(0.2);
    expect([...computeWindow(0, 64, 64)].every((value) => value === 1)).toBe(true);
  });
});
