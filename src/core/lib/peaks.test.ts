import { expect, test } from 'vitest';
import { PeaksBuilder, readPeaks } from './peaks.ts';

const rate = 48_000;

/** Builds the pyramid of mono audio that arrives in blocks of `block` samples. */
function build(samples: Float32Array, block: number): Blob {
  const builder = new PeaksBuilder(rate);
  for (let at = 0; at < samples.length; at += block) {
    builder.add(at / rate, [samples.subarray(at, at + block)]);
  }
  return new Blob(builder.finish());
}

/** Returns the lowest and highest sample between two times. */
const extremes = (samples: Float32Array, from: number, to: number): [number, number] => {
  const part = samples.subarray(Math.floor(from * rate), Math.ceil(to * rate));
  return [part.reduce((low, one) => Math.min(low, one)), part.reduce((high, one) => Math.max(high, one))];
};

const sound = Float32Array.from({ length: 3 * rate + 77 }, (_, at) => Math.sin(at / 9) * Math.sin(at / 40_000));

test('the peaks match the samples for any requested span', async () => {
  const file = build(sound, 1024);
  for (const [from, to, count] of [
    [0, 3, 10],
    [0.5, 2.5, 100],
    [1, 1.1, 7],
    [0, 3, 1],
  ] as const) {
    const peaks = await readPeaks(file, { from, to, count });
    for (let index = 0; index < count; index++) {
      const step = (to - from) / count;
      const [low, high] = extremes(sound, from + index * step, from + (index + 1) * step);
      // A bucket may extend beyond the edge of a span, so the peak is never smaller and hardly larger.
      expect(peaks.min[index]).toBeLessThanOrEqual(low + 1e-4);
      expect(peaks.max[index]).toBeGreaterThanOrEqual(high - 1e-4);
      const slack = Math.max(step / 4, 256 / rate);
      const [lowest, highest] = extremes(
        sound,
        Math.max(0, from + index * step - slack),
        from + (index + 1) * step + slack,
      );
      expect(peaks.min[index]).toBeGreaterThanOrEqual(lowest - 1e-4);
      expect(peaks.max[index]).toBeLessThanOrEqual(highest + 1e-4);
    }
  }
});

test('the block size of the audio does not matter', async () => {
  const bytes = async (block: number) => new Uint8Array(await build(sound, block).arrayBuffer());
  expect(await bytes(1000)).toEqual(await bytes(4096));
});

test('merges both channels, fills gaps with silence, and drops overlapping samples', async () => {
  const builder = new PeaksBuilder(rate);
  const quiet = new Float32Array(256).fill(0.1);
  builder.add(0, [quiet, new Float32Array(256).fill(-0.5)]);
  builder.add(1024 / rate, [new Float32Array(256).fill(0.75)]);
  builder.add(1152 / rate, [new Float32Array(256).fill(0.9)]);
  const peaks = await readPeaks(new Blob(builder.finish()), { from: 0, to: 1536 / rate, count: 6 });
  expect(peaks.min.map((value) => Math.round(100 * value))).toEqual([-50, 0, 0, 0, 75, 90]);
  expect(peaks.max.map((value) => Math.round(100 * value))).toEqual([10, 0, 0, 0, 75, 90]);
});

test('a span after the end of the audio is silent, and so is audio without samples', async () => {
  const beyond = await readPeaks(build(sound, 1024), { from: 10, to: 11, count: 2 });
  expect(beyond).toMatchObject({ min: [0, 0], max: [0, 0] });
  const none = await readPeaks(build(new Float32Array(0), 1), { from: 0, to: undefined, count: 2 });
  expect(none).toEqual({ from: 0, to: 0, min: [0, 0], max: [0, 0] });
});

test('refuses another file', async () => {
  await expect(readPeaks(new Blob(['not peaks at all']), { from: 0, to: 1, count: 1 })).rejects.toMatchObject({
    code: 'INTERNAL',
  });
});
