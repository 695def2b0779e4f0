import { describe, expect, test } from 'vitest';
import { CropMean } from '#workers/matting/crop-mean.ts';
import { PictureParts } from '#workers/matting/picture-parts.ts';
import { resample, type Box } from '#workers/matting/resample.ts';

const size = { width: 90, height: 70 };
const rgb = Uint8Array.from({ length: 3 * 90 * 70 }, (_, at) => (at * 7919) % 256);
const boxes: Box[] = [
  { left: 0, top: 0, ...size },
  { left: 13, top: 9, width: 41, height: 58 },
  { left: 77, top: 61, width: 13, height: 9 },
];
const sizes = [
  { width: 32, height: 32 },
  { width: 50, height: 24 },
];
const most = { width: 50, height: 32 };

const farthest = (one: Uint8Array, other: Uint8Array): number =>
  one.reduce((far, value, at) => Math.max(far, Math.abs(value - (other[at] ?? NaN))), 0);

function mirror(data: Uint8Array, width: number, channels: number): Uint8Array {
  return Uint8Array.from(data, (_, at) => {
    const [pixel, channel] = [Math.floor(at / channels), at % channels];
    return data[channels * (pixel - (pixel % width) + width - 1 - (pixel % width)) + channel] ?? 0;
  });
}

describe.each(boxes)('the crop %o', (box) => {
  test.each(sizes)('is scaled to %o like `resample`, normally and mirrored', (part) => {
    const parts = new PictureParts(size, most);
    const picture = { ...size, rgb };
    const seen = parts.cut(picture, { box, isMirrored: false }, part);
    const data = new Uint8Array(3 * part.width * part.height);
    resample({ ...size, data: rgb }, box, { ...part, data }, 3);
    // A value halfway between two levels may be rounded either way.
    expect(farthest(seen.rgb, data)).toBeLessThanOrEqual(1);
    expect(parts.cut(picture, { box, isMirrored: true }, part).rgb).toEqual(mirror(seen.rgb, part.width, 3));
  });

  test.each(sizes)('adds the matte of %o, normally and mirrored', (part) => {
    const data = Uint8Array.from({ length: part.width * part.height }, (_, at) => (at * 31) % 256);
    const wide = new Uint8Array(box.width * box.height);
    resample({ ...part, data }, { left: 0, top: 0, ...part }, { ...box, data: wide }, 1);
    const means = [false, true].map((isMirrored) => {
      const mean = new CropMean(size, most);
      const shown = isMirrored ? mirror(data, part.width, 1) : data;
      mean.add([{ matte: { ...part, data: new Uint8Array(shown) }, share: 1 }], { box, isMirrored, weight: 1.5 });
      return mean.toRaster().data;
    });
    const [plain = new Uint8Array(), mirrored = new Uint8Array()] = means;
    const inside = Uint8Array.from(wide, (_, at) => {
      const [x, y] = [at % box.width, Math.floor(at / box.width)];
      return plain[(box.top + y) * size.width + box.left + x] ?? 0;
    });
    expect(farthest(inside, wide)).toBeLessThanOrEqual(1);
    expect(farthest(plain, mirrored)).toBeLessThanOrEqual(1);
    const sum = (values: Uint8Array): number => values.reduce((all, value) => all + value, 0);
    expect(sum(plain)).toBe(sum(inside));
  });
});

test('the mean of crops follows their weights until it is cleared', () => {
  const whole: Box = { left: 0, top: 0, ...size };
  const opinion = (level: number) => [
    { matte: { width: 32, height: 32, data: new Uint8Array(1024).fill(level) }, share: 1 },
  ];
  const mean = new CropMean(size, most);
  mean.add(opinion(90), { box: whole, isMirrored: false, weight: 1 });
  mean.add(opinion(202), { box: whole, isMirrored: true, weight: 3 });
  expect(mean.toRaster().data.every((value) => value === (90 + 3 * 202) / 4)).toBe(true);
  mean.clear();
  mean.add(opinion(90), { box: whole, isMirrored: false, weight: 1 });
  expect(mean.toRaster().data.every((value) => value === 90)).toBe(true);
});

test('a faded block follows later crops more than the others', () => {
  const whole: Box = { left: 0, top: 0, ...size };
  const opinion = (level: number) => [
    { matte: { width: 32, height: 32, data: new Uint8Array(1024).fill(level) }, share: 1 },
  ];
  const mean = new CropMean(size, most);
  mean.add(opinion(100), { box: whole, isMirrored: false, weight: 1 });
  const columns = Math.ceil(size.width / 8);
  const factors = new Float32Array(columns * Math.ceil(size.height / 8)).fill(1);
  factors[columns + 1] = 0.25;
  mean.fade(factors, 8);
  mean.add(opinion(200), { box: whole, isMirrored: false, weight: 1 });
  const { data } = mean.toRaster();
  const rows = (x: number, y: number): boolean => x >= 8 && x < 16 && y >= 8 && y < 16;
  data.forEach((value, at) =>
    expect(value).toBe(rows(at % size.width, Math.floor(at / size.width)) ? (0.25 * 100 + 200) / 1.25 : 150),
  );
  const other = new CropMean(size, most);
  other.restore(mean.save());
  expect(other.toRaster().data).toEqual(data);
});
