import { describe, expect, it } from 'vitest';
import { toYuv, type Matrix } from './colour.ts';
import { createPlanes, type Planes } from './planes.ts';
import { Reducer, toModelPicture } from './small-picture.ts';

const colours: [number, number, number][] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
  [0, 0, 0],
  [200, 120, 40],
];

function evenPlanes(width: number, height: number, yuv: [number, number, number]): Planes {
  const planes = createPlanes(width, height);
  planes.y.fill(Math.round(yuv[0]));
  planes.u.fill(Math.round(yuv[1]));
  planes.v.fill(Math.round(yuv[2]));
  return planes;
}

describe('toModelPicture', () => {
  const cases = (['bt601', 'bt709', 'bt2020'] satisfies Matrix[]).flatMap((matrix) =>
    colours.map((colour) => [matrix, colour] as const),
  );

  it.each(cases)('gives back in %s the colour %j', (matrix, colour) => {
    const planes = evenPlanes(20, 10, toYuv(colour, matrix));
    const reducer = new Reducer(planes, { width: 4, height: 4 });
    reducer.reduce(planes);
    const { rgb } = toModelPicture(reducer.small, matrix);
    expect(rgb).toHaveLength(48);
    // Rounding Y, U and V to bytes moves a channel by up to two levels.
    colour.forEach((value, channel) => expect(Math.abs((rgb[channel] ?? 0) - value)).toBeLessThanOrEqual(2));
  });

  it('takes limited range for what it is: 16 is black and 235 is white', () => {
    const planes = evenPlanes(8, 8, [16, 128, 128]);
    planes.y.fill(235, 32);
    const reducer = new Reducer(planes, { width: 1, height: 2 });
    reducer.reduce(planes);
    expect([...toModelPicture(reducer.small, 'bt709').rgb]).toEqual([0, 0, 0, 255, 255, 255]);
  });
});
