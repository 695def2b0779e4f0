import { describe, expect, it } from 'vitest';
import { greyPicture } from '../../../../../test/support/grey-picture.ts';
import { colourCells, countColours, findAttention, measurePicture, toShares } from './measure-picture.ts';

const size = { width: 160, height: 90 };

const pictureOf = (look: (x: number, y: number) => number) => greyPicture(size, look);

const checks = (x: number, y: number): number => (((x >> 2) + (y >> 2)) % 2 === 0 ? 60 : 180);

/** The mean of the checks within so many pixels. */
const blurred = (x: number, y: number): number => {
  let sum = 0;
  for (let dy = -3; dy <= 3; dy++) {
    for (let dx = -3; dx <= 3; dx++) {
      sum += checks(x + dx + 160, y + dy + 160);
    }
  }
  return sum / 49;
};

describe('what is measured of a picture', () => {
  it('is its light, and how much of it is black or burnt out', () => {
    expect(measurePicture(pictureOf(() => 0))).toMatchObject({ light: 0, darkShare: 1, burntShare: 0 });
    expect(measurePicture(pictureOf((x) => (x < 40 ? 255 : 128)))).toMatchObject({ burntShare: 0.25, darkShare: 0 });
  });

  it('is less sharp when it is blurred, and not at all when it is of one tone', () => {
    const sharp = measurePicture(pictureOf(checks)).sharpness;
    expect(measurePicture(pictureOf(blurred)).sharpness).toBeLessThan(sharp / 3);
    expect(measurePicture(pictureOf(() => 90)).sharpness).toBe(0);
    // Half the contrast is as sharp.
    const pale = measurePicture(pictureOf((x, y) => 60 + checks(x, y) / 2)).sharpness;
    expect(Math.abs(pale / sharp - 1)).toBeLessThan(0.1);
  });

  it('is the shares of its colours', () => {
    const counts = new Float64Array(colourCells);
    countColours(
      pictureOf((x) => (x < 40 ? 255 : 0)),
      counts,
    );
    const shares = toShares(counts);
    expect([shares[0], shares.at(-1)]).toEqual([0.75, 0.25]);
  });
});

describe('attention', () => {
  const middleOf = ({ x, width }: { x: number; width: number }): number => x + width / 2;

  it('goes to what stands out', () => {
    const region = findAttention(
      pictureOf((x, y) => (x > 100 && x < 125 && y > 30 && y < 60 ? 230 : 90)),
      null,
    );
    expect(Math.abs(middleOf(region) - 0.7)).toBeLessThan(0.08);
  });

  it('goes to what moves rather than to what stands out', () => {
    const picture = pictureOf((x, y) => (x > 100 && x < 125 && y > 30 && y < 60 ? 170 : 90));
    const levels = Float32Array.from({ length: 32 * 18 }, (_, at) => (at % 32 > 5 && at % 32 < 10 ? 40 : 0));
    expect(middleOf(findAttention(picture, { width: 32, height: 18, levels }))).toBeLessThan(0.4);
  });

  it('is the middle where there is nothing', () => {
    expect(
      Math.abs(
        middleOf(
          findAttention(
            pictureOf(() => 128),
            null,
          ),
        ) - 0.5,
      ),
    ).toBeLessThan(0.02);
  });
});
