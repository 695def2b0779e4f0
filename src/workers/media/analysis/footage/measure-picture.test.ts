import { describe, expect, it } from 'vitest';
import { greyPicture } from '../../../../../test/support/grey-picture.ts';
import { colourCells, countColours, findAttention, measurePicture, toShares } from './measure-picture.ts';

const size = { width: 160, height: 90 };

const makePicture = (look: (x: number, y: number) => number) => greyPicture(size, look);

const checks = (x: number, y: number): number => (((x >> 2) + (y >> 2)) % 2 === 0 ? 60 : 180);

/** Returns the mean of the checks within this number of pixels. */
const blurred = (x: number, y: number): number => {
  let sum = 0;
  for (let dy = -3; dy <= 3; dy++) {
    for (let dx = -3; dx <= 3; dx++) {
      sum += checks(x + dx + 160, y + dy + 160);
    }
  }
  return sum / 49;
};

describe('measurePicture', () => {
  it('measures the light, and the share of black and overexposed pixels', () => {
    expect(measurePicture(makePicture(() => 0))).toMatchObject({ light: 0, darkShare: 1, burntShare: 0 });
    expect(measurePicture(makePicture((x) => (x < 40 ? 255 : 128)))).toMatchObject({ burntShare: 0.25, darkShare: 0 });
  });

  it('measures less sharpness in a blurred image, and none in a single tone', () => {
    const sharp = measurePicture(makePicture(checks)).sharpness;
    expect(measurePicture(makePicture(blurred)).sharpness).toBeLessThan(sharp / 3);
    expect(measurePicture(makePicture(() => 90)).sharpness).toBe(0);
    // Half the contrast gives the same sharpness.
    const pale = measurePicture(makePicture((x, y) => 60 + checks(x, y) / 2)).sharpness;
    expect(Math.abs(pale / sharp - 1)).toBeLessThan(0.1);
  });

  it('measures the shares of colours', () => {
    const counts = new Float64Array(colourCells);
    countColours(
      makePicture((x) => (x < 40 ? 255 : 0)),
      counts,
    );
    const shares = toShares(counts);
    expect([shares[0], shares.at(-1)]).toEqual([0.75, 0.25]);
  });
});

describe('findAttention', () => {
  const getCentre = ({ x, width }: { x: number; width: number }): number => x + width / 2;

  it('finds salient parts', () => {
    const region = findAttention(
      makePicture((x, y) => (x > 100 && x < 125 && y > 30 && y < 60 ? 230 : 90)),
      null,
    );
    expect(Math.abs(getCentre(region) - 0.7)).toBeLessThan(0.08);
  });

  it('prefers moving parts to salient parts', () => {
    const picture = makePicture((x, y) => (x > 100 && x < 125 && y > 30 && y < 60 ? 170 : 90));
    const levels = Float32Array.from({ length: 32 * 18 }, (_, at) => (at % 32 > 5 && at % 32 < 10 ? 40 : 0));
    expect(getCentre(findAttention(picture, { width: 32, height: 18, levels }))).toBeLessThan(0.4);
  });

  it('returns the centre of an empty image', () => {
    expect(
      Math.abs(
        getCentre(
          findAttention(
            makePicture(() => 128),
            null,
          ),
        ) - 0.5,
      ),
    ).toBeLessThan(0.02);
  });
});
