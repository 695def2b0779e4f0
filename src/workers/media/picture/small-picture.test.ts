import { describe, expect, it } from 'vitest';
import type { Size } from '#core/lib/size.ts';
import { toYuv, type Matrix } from './colour.ts';
import type { Planes } from './planes.ts';
import { Reducer } from './small-picture.ts';
import { Workspace } from './workspace.ts';

const colours: [number, number, number][] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
  [0, 0, 0],
  [200, 120, 40],
];

function fillEvenly(planes: Planes, yuv: readonly number[]): void {
  const [y = 0, u = 0, v = 0] = yuv;
  planes.y.fill(Math.round(y));
  planes.u.fill(Math.round(u));
  planes.v.fill(Math.round(v));
}

/** Returns the model input of one frame, which `draw` fills. */
function toModelPicture(full: Size, small: Size, matrix: Matrix, draw: (planes: Planes) => void): Uint8Array {
  const { kernels, free } = new Workspace(full, small, 1);
  const reducer = new Reducer(full, small, kernels);
  draw(free);
  reducer.reduce(free);
  return reducer.toModelPicture(matrix).rgb;
}

describe('Reducer', () => {
  const cases = (['bt601', 'bt709', 'bt2020'] satisfies Matrix[]).flatMap((matrix) =>
    colours.map((colour) => [matrix, colour] as const),
  );

  it.each(cases)('returns in %s the colour %j', (matrix, colour) => {
    const sizes = [
      { width: 20, height: 10 },
      { width: 5, height: 3 },
    ] as const;
    const rgb = toModelPicture(...sizes, matrix, (planes) => fillEvenly(planes, toYuv(colour, matrix)));
    expect(rgb).toHaveLength(45);
    // Rounding Y, U and V to bytes moves a channel by up to two levels.
    rgb.forEach((value, at) => expect(Math.abs(value - (colour[at % 3] ?? 0))).toBeLessThanOrEqual(2));
  });

  it('interprets limited range correctly: 16 is black and 235 is white', () => {
    const rgb = toModelPicture({ width: 8, height: 8 }, { width: 1, height: 2 }, 'bt709', (planes) => {
      fillEvenly(planes, [16, 128, 128]);
      planes.y.fill(235, 32);
    });
    expect([...rgb]).toEqual([0, 0, 0, 255, 255, 255]);
  });
});
