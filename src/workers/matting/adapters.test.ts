import { describe, expect, test } from 'vitest';
import { Failure } from '#core/lib/failure.ts';
import { knownMattes } from '#core/model/manifest.ts';
import type { MatteEntry } from '#core/model/models.ts';
import type { Picture } from '#core/lib/picture.ts';
import { createAdapter, type Adapter, type Names } from '#workers/matting/adapters.ts';

const size = { width: 2, height: 2 };
const pixels = [
  [10, 20, 30],
  [255, 0, 51],
  [0, 102, 153],
  [204, 255, 1],
] as const;
const picture: Picture = { ...size, rgb: Uint8Array.from(pixels.flat()) };
const oneInOneOut: Names = { inputs: ['picture'], outputs: ['matte', 'coarse'] };

function entry(family: MatteEntry['family'], changes: Partial<MatteEntry> = {}): MatteEntry {
  const model = knownMattes.find((one) => one.family === family);
  if (!model) {
    throw new Error(`no ${family} in the manifest`);
  }
  return { ...model, ...changes };
}

/** The red plane, then green, then blue. */
function planes(convert: (value: number, channel: number) => number): number[] {
  return [0, 1, 2].flatMap((channel) => pixels.map((pixel) => convert(pixel[channel] ?? 0, channel)));
}

function input(adapter: Adapter, name = 'picture', from = picture): number[] {
  return Array.from(adapter.toFeeds(from)[name]?.data ?? []);
}

function expectClose(actual: readonly number[], expected: readonly number[]): void {
  expect(actual.length).toBe(expected.length);
  actual.forEach((value, index) => expect(value).toBeCloseTo(expected[index] ?? NaN, 5));
}

describe('images to tensors', () => {
  test('converts images to RGB from 0 to 1, plane by plane, for selfie and rvm', () => {
    const selfie = createAdapter(entry('selfie'), size, oneInOneOut);
    expectClose(
      input(selfie),
      planes((value) => value / 255),
    );
    expect(selfie.toFeeds(picture)['picture']?.dims).toEqual([1, 3, 2, 2]);
    const names = {
      inputs: ['src', 'r1i', 'r2i', 'r3i', 'r4i', 'downsample_ratio'],
      outputs: ['fgr', 'pha', 'r1o', 'r2o', 'r3o', 'r4o'],
    };
    const rvm = createAdapter(entry('rvm'), size, names);
    expectClose(
      input(rvm, 'src'),
      planes((value) => value / 255),
    );
    expect(Array.from(rvm.toFeeds(picture)['downsample_ratio']?.data ?? [])).toEqual([1]);
    expect(rvm.matteOutput).toBe('pha');
  });

  test.each(['modnet', 'pp-humanseg'] as const)('converts images to RGB from -1 to 1 for %s', (family) => {
    expectClose(
      input(createAdapter(entry(family), size, oneInOneOut)),
      planes((value) => value / 127.5 - 1),
    );
  });

  test('divides by the brightest value, then subtracts mean and deviation, for u2net', () => {
    const mean = [0.485, 0.456, 0.406];
    const deviation = [0.229, 0.224, 0.225];
    const adapter = createAdapter(entry('u2net'), size, oneInOneOut);
    const halved = { ...size, rgb: picture.rgb.map((value) => value >> 1) };
    expectClose(
      input(adapter, 'picture', halved),
      planes((value, channel) => ((value >> 1) / 127 - (mean[channel] ?? 0)) / (deviation[channel] ?? 1)),
    );
    expect(input(adapter, 'picture', { ...size, rgb: new Uint8Array(12) }).every(Number.isFinite)).toBe(true);
  });
});

test('divides by 255 for any brightest value, subtracts a half, and stretches the output for isnet', () => {
  const adapter = createAdapter(entry('isnet'), size, oneInOneOut);
  const halved = { ...size, rgb: picture.rgb.map((value) => value >> 1) };
  expectClose(
    input(adapter, 'picture', halved),
    planes((value) => (value >> 1) / 255 - 0.5),
  );
  expect(Array.from(adapter.toAlpha(Float32Array.of(0.2, 0.5, 0.6, 0.3)))).toEqual([0, 191, 255, 64]);
});

describe('tensors to mattes', () => {
  test('maps 0 to 1 to 0 to 255, clamped, and NaN to background', () => {
    const adapter = createAdapter(entry('selfie'), size, oneInOneOut);
    const alpha = adapter.toAlpha(Float32Array.of(0.5, 1.2, -0.1, NaN));
    expect(Array.from(alpha)).toEqual([128, 255, 0, 0]);
  });

  test('extracts the person from probabilities and from raw scores for pp-humanseg', () => {
    const adapter = createAdapter(entry('pp-humanseg'), size, oneInOneOut);
    const person = [0.2, 0.8, 0.6, 1];
    const probabilities = Float32Array.from([...person.map((value) => 1 - value), ...person]);
    expect(Array.from(adapter.toAlpha(probabilities))).toEqual([51, 204, 153, 255]);
    const scores = Float32Array.from([Math.log(3), 2.01, 0, -40, 0, 2.02, Math.log(4), 40]);
    expect(Array.from(adapter.toAlpha(scores))).toEqual([64, 128, 204, 255]);
  });

  test('stretches the output to the full range for u2net, unless its range is tiny', () => {
    const adapter = createAdapter(entry('u2net'), size, oneInOneOut);
    expect(Array.from(adapter.toAlpha(Float32Array.of(0.2, 0.5, 0.6, 0.3)))).toEqual([0, 191, 255, 64]);
    expect(Math.max(...adapter.toAlpha(Float32Array.of(0.01, 0.012, 0.02, 0.015)))).toBeLessThan(20);
  });
});

describe('matte-nano', () => {
  const output = Float32Array.of(0.25, 0.5, 0.75, 1);
  const past = (adapter: Adapter): number[] => input(adapter).slice(12);

  test('never passes the previous frame to weights without a state', () => {
    const adapter = createAdapter(entry('matte-nano', { state: 'none' }), size, oneInOneOut);
    adapter.toAlpha(output);
    expect(past(adapter)).toEqual([0, 0, 0, 0]);
  });

  test('passes the previous alpha as a fourth plane to weights with that state until reset', () => {
    const adapter = createAdapter(entry('matte-nano', { state: 'previous-alpha' }), size, oneInOneOut);
    expect(past(adapter)).toEqual([0, 0, 0, 0]);
    adapter.toAlpha(output);
    expect(past(adapter)).toEqual(Array.from(output));
    adapter.reset();
    expect(past(adapter)).toEqual([0, 0, 0, 0]);
  });
});

test('names a file that does not match its family, and the missing part', () => {
  const build = (): Adapter => createAdapter(entry('rvm'), size, { inputs: ['src', 'r1i'], outputs: ['pha'] });
  expect(build).toThrow(Failure);
  expect(build).toThrow(
    /"Robust Video Matting" lacks downsample_ratio, r2i, r3i, r4i, which a model of the family rvm/,
  );
  const two = (): Adapter => createAdapter(entry('selfie'), size, { inputs: ['template', 'search'], outputs: ['map'] });
  expect(two).toThrow(/has the inputs template, search; a model of the family selfie has one/);
});
