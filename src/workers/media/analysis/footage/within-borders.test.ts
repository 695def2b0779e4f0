import { expect, it } from 'vitest';
import { greyPicture } from '../../../../../test/support/grey-picture.ts';
import { colourCells, countColours, measurePicture, toShares } from './measure-picture.ts';
import { coloursWithin, measuredWithin } from './within-borders.ts';

it.each([0, 16])('measures content within borders of level %i like the content alone', (level) => {
  const look = (x: number, y: number): number => (x % 7 < 3 ? 12 : (x * 5 + y * 3) % 256);
  const alone = measurePicture(greyPicture({ width: 52, height: 90 }, look));
  const whole = measurePicture(
    greyPicture({ width: 160, height: 90 }, (x, y) => (x < 54 || x >= 106 ? level : look(x - 54, y))),
  );
  expect(whole.darkShare).toBeGreaterThan(0.8);
  const inside = { x: 54 / 160, y: 0, width: 52 / 160, height: 1 };
  const within = measuredWithin({ ...whole, motion: 0.02 }, { inside, borderLight: level / 255 });
  for (const name of ['light', 'darkShare', 'burntShare', 'contrast'] as const) {
    expect(within[name], name).toBeCloseTo(alone[name], 2);
  }
  expect(within.motion).toBeCloseTo(0.02 / (52 / 160), 4);
});

it('measures the colours of the content within borders alone', () => {
  const getColours = (picture: ReturnType<typeof greyPicture>): Float64Array => {
    const counts = new Float64Array(colourCells);
    countColours(picture, counts);
    return counts;
  };
  const look = (x: number): number => (x % 8 < 4 ? 20 : 200);
  const alone = getColours(greyPicture({ width: 80, height: 90 }, look));
  const whole = getColours(greyPicture({ width: 160, height: 90 }, (x) => (x < 40 || x >= 120 ? 0 : look(x - 40))));
  const inside = { x: 0.25, y: 0, width: 0.5, height: 1 };
  expect(toShares(whole)[0]).toBeGreaterThan(0.7);
  expect(toShares(coloursWithin(whole, { inside, borderLight: 0 }))).toEqual(toShares(alone));
});
