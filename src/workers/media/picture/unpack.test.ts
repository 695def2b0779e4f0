import type { VideoSample } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { rgbFactors } from './colour.ts';
import { ToneMapper } from './tone-map.ts';
import { Unpacker } from './unpack.ts';

type Plane = { stride: number; values: number[] };

/** Creates the part of a decoded frame that is read here, over planes that are given as numbers. */
function sample(format: string, width: number, height: number, planes: Plane[], fullRange = false): VideoSample {
  const wide = format.includes('P1');
  const bytesPerValue = wide ? 2 : 1;
  const size = planes.reduce((sum, plane) => sum + plane.values.length * bytesPerValue, 0);
  const copyTo = async (target: Uint8Array): Promise<PlaneLayout[]> => {
    let offset = 0;
    return planes.map(({ stride, values }) => {
      const part = wide ? new Uint8Array(Uint16Array.from(values).buffer) : Uint8Array.from(values);
      target.set(part, offset);
      const layout = { offset, stride: stride * bytesPerValue };
      offset += part.length;
      return layout;
    });
  };
  const frame = {
    format,
    visibleRect: { left: 0, top: 0, width, height },
    colorSpace: { fullRange, matrix: 'bt709' },
    allocationSize: () => size,
    copyTo,
  };
  return frame as unknown as VideoSample;
}

const plane = (stride: number, ...values: number[]): Plane => ({ stride, values });

describe('Unpacker', () => {
  it('copies I420 unchanged', async () => {
    const frame = sample('I420', 2, 2, [plane(2, 1, 2, 3, 4), plane(1, 5), plane(1, 6)]);
    const { planes, alpha } = await new Unpacker().unpack(frame);
    expect([...planes.bytes]).toEqual([1, 2, 3, 4, 5, 6]);
    expect(alpha).toBeNull();
  });

  it('separates NV12', async () => {
    const frame = sample('NV12', 4, 2, [plane(4, 1, 2, 3, 4, 5, 6, 7, 8), plane(4, 10, 20, 11, 21)]);
    const { planes } = await new Unpacker().unpack(frame);
    expect([...planes.y]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect([...planes.u]).toEqual([10, 11]);
    expect([...planes.v]).toEqual([20, 21]);
  });

  it('skips the bytes between the rows of a second stream that contains alpha', async () => {
    const frame = sample('I420', 3, 2, [plane(4, 1, 2, 3, 99, 4, 5, 6, 99), plane(2, 9, 9), plane(2, 9, 9)]);
    expect([...(await new Unpacker().unpackLuma(frame))]).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('converts 10 bits to 8, rounded', async () => {
    const frame = sample('I420P10', 2, 2, [plane(2, 64, 940, 401, 1023), plane(1, 512), plane(1, 514)]);
    const { planes } = await new Unpacker().unpack(frame);
    expect([...planes.bytes]).toEqual([16, 235, 100, 255, 128, 129]);
  });

  it('averages the chroma of 4:2:2 and 4:4:4', async () => {
    const tall = sample('I422', 2, 2, [plane(2, 1, 2, 3, 4), plane(1, 10, 20), plane(1, 30, 31)]);
    const full = sample('I444', 2, 2, [plane(2, 1, 2, 3, 4), plane(2, 1, 2, 3, 4), plane(2, 8, 8, 8, 12)]);
    expect([...(await new Unpacker().unpack(tall)).planes.bytes.subarray(4)]).toEqual([15, 31]);
    expect([...(await new Unpacker().unpack(full)).planes.bytes.subarray(4)]).toEqual([3, 9]);
  });

  it('stays inside the frame at an odd border of 4:4:4', async () => {
    const nine = [1, 1, 5, 1, 1, 5, 9, 9, 7];
    const frame = sample('I444', 3, 3, [plane(3, ...nine), plane(3, ...nine), plane(3, ...nine)]);
    const { planes } = await new Unpacker().unpack(frame);
    expect([...planes.u]).toEqual([1, 5, 9, 7]);
  });

  it('returns the alpha of a frame that has one', async () => {
    const frame = sample('I420A', 2, 2, [plane(2, 1, 2, 3, 4), plane(1, 5), plane(1, 6), plane(2, 0, 64, 128, 255)]);
    expect([...((await new Unpacker().unpack(frame)).alpha ?? [])]).toEqual([0, 64, 128, 255]);
  });

  /** Two by two pixels of one colour, and one hidden pixel of BGRX at the end of each row. */
  const bgrx = ([red, green, blue]: readonly [number, number, number]): VideoSample => {
    const pixel = [blue, green, red, 255];
    return sample('BGRX', 2, 2, [plane(12, ...pixel, ...pixel, 1, 2, 3, 4, ...pixel, ...pixel, 1, 2, 3, 4)]);
  };

  it.each([
    ['bt601', [191, 135, 199]],
    ['bt709', [195, 144, 199]],
    ['bt2020', [193, 143, 199]],
  ] as const)('restores the YUV of the stream from BGRX created with %s', async (matrix, rgb) => {
    const origin = { factors: { ...rgbFactors(matrix), blueU: 2 }, isFullRange: false, isRangeKept: false };
    const { planes, alpha } = await new Unpacker(null, origin).unpack(bgrx(rgb));
    expect([...planes.bytes]).toEqual([153, 153, 153, 153, 148, 148]);
    expect(alpha).toBeNull();
  });

  it('restores BGRX whose full range was treated as limited range', async () => {
    const origin = { factors: rgbFactors('bt601'), isFullRange: true, isRangeKept: false };
    const { planes } = await new Unpacker(null, origin).unpack(bgrx([198, 142, 206]));
    expect([...planes.bytes]).toEqual([153, 153, 153, 153, 146, 146]);
  });

  it('converts BGRX of HDR to SDR like 10 bits', async () => {
    const [mapper, origin] = [
      new ToneMapper('pq', false),
      { factors: { ...rgbFactors('bt2020'), blueU: 2 }, isFullRange: false, isRangeKept: true },
    ] as const;
    const ten = sample('I420P10', 2, 2, [plane(2, 612, 612, 612, 612), plane(1, 592), plane(1, 592)]);
    const expected = [...(await new Unpacker(mapper).unpack(ten)).planes.bytes];
    const { planes } = await new Unpacker(mapper, origin).unpack(bgrx([193, 143, 199]));
    planes.bytes.forEach((value, at) => expect(Math.abs(value - (expected[at] ?? 0))).toBeLessThanOrEqual(2));
  });

  it('reads alpha from a second stream in BGRX', async () => {
    const origin = { factors: rgbFactors('bt709'), isFullRange: true, isRangeKept: true };
    expect([...(await new Unpacker(null, origin).unpackLuma(bgrx([7, 7, 7])))]).toEqual([7, 7, 7, 7]);
    const levels = [0, 1, 128, 254, 255].map((level) => bgrx([level, level, level]));
    const stretched = await Promise.all(levels.map(async (frame) => (await new Unpacker().unpackLuma(frame))[3]));
    expect(stretched).toEqual([0, 17, 126, 234, 255]);
  });

  it('converts full range to limited range', async () => {
    const frame = sample('I420', 2, 2, [plane(2, 0, 255, 128, 64), plane(1, 0), plane(1, 255)], true);
    const { planes } = await new Unpacker().unpack(frame);
    expect([...planes.bytes]).toEqual([16, 235, 126, 71, 16, 240]);
  });
});
