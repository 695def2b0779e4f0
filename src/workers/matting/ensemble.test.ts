import { describe, expect, test, vi } from 'vitest';
import type { Picture } from '#core/lib/picture.ts';
import { createEnsemble, createSharpening } from '#workers/matting/ensemble.ts';
import { createInferenceWorker, type InferenceWorker } from '#workers/matting/inference-worker.ts';
import { createNetwork, type Network } from '#workers/matting/network.ts';
import { resample } from '#workers/matting/resample.ts';
import { openCpuSession, type Session } from '#workers/matting/session.ts';
import { drawBust } from '#workers/matting/trial-picture.ts';
import { iou, meanAbsoluteDifference } from '../../../test/support/matte-metrics.ts';
import { shippedModel, shippedWeights } from '../../../test/support/shipped-model.ts';

// The first session of a process compiles 14 MB of WebAssembly.
vi.setConfig({ testTimeout: 60_000 });

const square = { width: 256, height: 256 };

describe('the shipped model', () => {
  /** A bust of `side` pixels at the bottom of a wide wall, with its true matte. */
  function drawFarAway(side: number): { picture: Picture; truth: Uint8Array } {
    const [width, height, left] = [512, 288, 330];
    const bust = drawBust({ width: side, height: side });
    const rgb = new Uint8Array(3 * width * height);
    const truth = new Uint8Array(width * height);
    for (let pixel = 0; pixel < width * height; pixel += 1) {
      const x = (pixel % width) - left;
      const y = Math.floor(pixel / width) - (height - side);
      const isInside = x >= 0 && x < side && y >= 0;
      const colour = isInside ? bust.rgb.subarray(3 * (y * side + x)).subarray(0, 3) : Uint8Array.of(160, 170, 165);
      rgb.set(colour, 3 * pixel);
      // The wall is the only thing in the drawing with this tint.
      const [red = 0, green = 0, blue = 0] = colour;
      truth[pixel] = green - red === 10 && green - blue === 5 ? 0 : 255;
    }
    return { picture: { width, height, rgb }, truth };
  }

  async function lookOnce(session: Session, { width, height, rgb }: Picture): Promise<Uint8Array> {
    const seen = new Uint8Array(3 * square.width * square.height);
    const whole = { left: 0, top: 0, width, height };
    resample({ width, height, data: rgb }, whole, { ...square, data: seen }, 3);
    const { alpha } = await createNetwork(shippedModel, square, session).matte({ ...square, rgb: seen });
    const data = new Uint8Array(width * height);
    resample({ ...square, data: alpha }, { left: 0, top: 0, ...square }, { width, height, data }, 1);
    return data;
  }

  test('cuts out a distant person better with crops than without', async () => {
    const bytes = await shippedWeights(256);
    const session = await openCpuSession(bytes, null, 1);
    const inferenceWorker = createInferenceWorker(async () => session);
    await inferenceWorker.open([{ size: square, files: [{ entry: shippedModel, bytes, weight: 1 }] }]);
    const { picture, truth } = drawFarAway(100);
    const ensemble = createEnsemble(
      { inferenceWorker, groups: [{ size: square, weight: 1, interval: 1 }], networkCount: 1, isBothWays: false },
      picture,
    );
    const once = await lookOnce(session, picture);
    const closely = await ensemble.matte(picture);
    expect(closely).toMatchObject({ width: 512, height: 288 });
    expect(iou(closely.alpha, truth)).toBeGreaterThan(0.95);
    expect(meanAbsoluteDifference(closely.alpha, truth)).toBeLessThan(0.7 * meanAbsoluteDifference(once, truth));
  });
});

const size = { width: 128, height: 64 };
/** A picture whose pixels encode their position: red grows to the right, and green downwards. */
const picture = { ...size, rgb: new Uint8Array(3 * size.width * size.height) };
for (let at = 0; at < size.width * size.height; at += 1) {
  picture.rgb.set([2 * (at % size.width), 4 * Math.floor(at / size.width)], 3 * at);
}
const groups = [
  { size: { width: 32, height: 32 }, weight: 2, interval: 1 },
  { size: { width: 32, height: 16 }, weight: 1, interval: 1 },
];

/** Returns whether the networks receive the whole picture, not a crop. */
const isWhole = ({ rgb }: Picture): boolean => {
  const reds = rgb.filter((_, at) => at % 3 === 0);
  return Math.max(...reds) - Math.min(...reds) > 230;
};

/** Detects a block at `left` of the picture, with `sure` of 255 in the whole picture, and 255 in crops. */
function seeBlock(
  block: { left: number; sure: number },
  order: (group: number) => Promise<unknown>,
): Pick<InferenceWorker, 'infer'> {
  return {
    infer: async (group, shown) => {
      const { left, sure } = block;
      const opinion = isWhole(shown) ? sure : 255;
      await order(group);
      return Uint8Array.from({ length: shown.width * shown.height }, (_, at) => {
        const [x, y] = [(shown.rgb[3 * at] ?? 0) / 2, (shown.rgb[3 * at + 1] ?? 0) / 4];
        const isIn = x >= left && x < left + 24 && y >= 16 && y < 48;
        return isIn ? opinion - 20 * group : 0;
      });
    },
  };
}

const atOnce = (): Promise<void> => Promise.resolve();
const getCentre = (alpha: Uint8Array, x: number): number => alpha[32 * picture.width + x] ?? 0;

async function matteFrames(network: Network, count: number): Promise<Uint8Array[]> {
  const alphas: Uint8Array[] = [];
  for (let frame = 0; frame < count; frame += 1) {
    alphas.push((await network.matte(picture)).alpha);
  }
  return alphas;
}

describe('an ensemble', () => {
  test('uses crops from the first frame on, and fades in those of a later figure', async () => {
    const block = { left: 40, sure: 130 };
    const network = createEnsemble(
      { inferenceWorker: seeBlock(block, atOnce), groups, networkCount: 2, isBothWays: false },
      size,
    );
    const [first] = await matteFrames(network, 2);
    block.left = 90;
    const later = (await matteFrames(network, 14)).map((alpha) => getCentre(alpha, 102));
    const settled = getCentre(first ?? new Uint8Array(), 52);
    expect(settled).toBeGreaterThan(200);
    expect(later[0]).toBeLessThan(settled - 40);
    // Before the temporal smoothing, which follows.
    later.slice(1).forEach((value, at) => expect(value - (later[at] ?? 0)).toBeLessThan(255 / 2));
    expect(later.at(-1)).toBeGreaterThan(settled - 20);
  });

  test('is the same whichever network answers first', async () => {
    const late = (slow: number) => (group: number) =>
      new Promise((resolve) => setTimeout(resolve, group === slow ? 5 : 0));
    const mattes = [0, 1].map(async (slow) => {
      const inferenceWorker = seeBlock({ left: 40, sure: 130 }, late(slow));
      return (
        await createEnsemble({ inferenceWorker, groups, networkCount: 2, isBothWays: false }, size).matte(picture)
      ).alpha;
    });
    const [one, other] = await Promise.all(mattes);
    expect(one).toEqual(other);
  });

  test('resumes from a saved state without a difference, and starts again after a reset', async () => {
    const block = { left: 40, sure: 130 };
    const create = (): Network =>
      createEnsemble({ inferenceWorker: seeBlock(block, atOnce), groups, networkCount: 2, isBothWays: false }, size);
    const [one, other] = [create(), create()];
    const [first] = await matteFrames(one, 2);
    block.left = 52;
    await matteFrames(one, 1);
    other.restore(structuredClone(await one.save()));
    expect(await matteFrames(other, 3)).toEqual(await matteFrames(one, 3));
    one.reset();
    block.left = 40;
    expect((await matteFrames(one, 1))[0]).toEqual(first);
  });

  test('finds all of a figure of which the whole picture shows a part', async () => {
    const block = seeBlock({ left: 40, sure: 255 }, atOnce);
    const inferenceWorker: Pick<InferenceWorker, 'infer'> = {
      infer: async (group, shown) => {
        const seen = await block.infer(group, shown);
        // Its feet are below the row 38 of 64.
        return isWhole(shown) ? seen.fill(0, 0, Math.floor((seen.length * 38) / 64)) : seen;
      },
    };
    const [one, other] = [0, 1].map(() =>
      createEnsemble({ inferenceWorker, groups, networkCount: 2, isBothWays: false }, size),
    );
    if (!one || !other) {
      throw new Error('two were created');
    }
    const alphas = await matteFrames(one, 14);
    expect(alphas.at(-1)?.[20 * picture.width + 52]).toBeGreaterThan(64);
    // The positions of figures survive the loss of the worker.
    other.restore(structuredClone(await one.save()));
    expect(await matteFrames(other, 1)).toEqual(await matteFrames(one, 1));
  });

  test('finds no one in an empty picture', async () => {
    const network = createEnsemble(
      { inferenceWorker: seeBlock({ left: 200, sure: 130 }, atOnce), groups, networkCount: 2, isBothWays: false },
      size,
    );
    expect((await network.matte(picture)).alpha.every((value) => value === 0)).toBe(true);
  });
});

/** Counts the crops that each group of networks processes. */
function countCrops(block: { left: number; sure: number }): {
  counts: number[];
  inferenceWorker: Pick<InferenceWorker, 'infer'>;
} {
  const counts = [0, 0];
  const seen = seeBlock(block, atOnce);
  const infer: InferenceWorker['infer'] = (group, shown) => {
    counts[group] = (counts[group] ?? 0) + 1;
    return seen.infer(group, shown);
  };
  return { counts, inferenceWorker: { infer } };
}

/** Returns the picture in another buffer, brighter where `isChanged`. */
const copyPicture = (isChanged = (_x: number): boolean => false): Picture => ({
  ...size,
  rgb: picture.rgb.map((value, at) =>
    at % 3 === 2 && isChanged(Math.floor(at / 3) % size.width) ? value + 120 : value,
  ),
});

/** Returns the picture with another left edge, so that the scene is not calm. */
const flicker = (): Picture => copyPicture((x) => x < 24);

test('begins the next two pictures before their turn, but not a first one', async () => {
  const { counts, inferenceWorker } = countCrops({ left: 200, sure: 130 });
  const network = createEnsemble({ inferenceWorker, groups, networkCount: 2, isBothWays: false }, size);
  const [first, second, third, fourth] = [copyPicture(), flicker(), copyPicture(), flicker()] as const;
  network.prepare?.(first);
  expect(counts).toEqual([0, 0]);
  await network.matte(first);
  counts.fill(0);
  [second, third, fourth].forEach((one) => network.prepare?.(one));
  expect(counts).toEqual([2, 2]);
  const { alpha } = await network.matte(second);
  expect(counts).toEqual([3, 3]);
  expect(alpha.every((value) => value === 0)).toBe(true);
});

test('processes one crop a frame, and the networks with an interval fewer', async () => {
  const { counts, inferenceWorker } = countCrops({ left: 40, sure: 255 });
  const some = groups.map((group, at) => ({ ...group, interval: at === 0 ? 1 : 3 }));
  const network = createEnsemble({ inferenceWorker, groups: some, networkCount: 2, isBothWays: false }, size);
  await network.matte(picture);
  counts.fill(0);
  for (const each of [flicker(), copyPicture(), flicker(), copyPicture(), flicker(), copyPicture()]) {
    await network.matte(each);
  }
  expect(counts).toEqual([6, 2]);
  // Nothing has changed since.
  await network.matte(copyPicture());
  await network.matte(copyPicture());
  expect(counts).toEqual([7, 2]);
});

test('processes all crops of another picture, and forgets what was there', async () => {
  const block = { left: 40, sure: 255 };
  const { counts, inferenceWorker } = countCrops(block);
  const network = createEnsemble({ inferenceWorker, groups, networkCount: 2, isBothWays: false }, size);
  await matteFrames(network, 3);
  counts.fill(0);
  block.left = 90;
  const { alpha } = await network.matte(copyPicture(() => true));
  expect(counts[0]).toBeGreaterThan(1);
  expect(getCentre(alpha, 102)).toBeGreaterThan(100);
  expect(getCentre(alpha, 52)).toBeLessThan(60);
});

test('a cut between announced pictures makes the next one a first one', async () => {
  const create = (): Network => {
    const inferenceWorker = seeBlock({ left: 40, sure: 130 }, atOnce);
    return createEnsemble({ inferenceWorker, groups, networkCount: 2, isBothWays: false }, size);
  };
  const [one, other] = [create(), create()];
  const pictures = [copyPicture(), copyPicture(), copyPicture((x) => x > 60), copyPicture((x) => x > 60)];
  const alphas: Uint8Array[] = [];
  pictures.forEach((each) => one.prepare?.(each));
  for (const [at, each] of pictures.entries()) {
    if (at === 2) {
      one.reset();
    }
    alphas.push((await one.matte(each)).alpha);
  }
  const expected = [await other.matte(copyPicture((x) => x > 60)), await other.matte(copyPicture((x) => x > 60))];
  expect(alphas.slice(2)).toEqual(expected.map(({ alpha }) => alpha));
});

test('sharpening keeps the middle and both ends, and increases the contrast elsewhere', () => {
  const [low, high, ...rest] = createSharpening(1.8)(Uint8Array.of(64, 191, 0, 127, 128, 255));
  expect(rest).toEqual([0, 127, 128, 255]);
  expect(low).toBeLessThan(40);
  expect(high).toBeGreaterThan(215);
  expect(createSharpening(1)(Uint8Array.of(0, 63, 255))).toEqual(Uint8Array.of(0, 63, 255));
});

test('resumes from a state saved while later pictures have begun', async () => {
  const create = (): Network =>
    createEnsemble(
      {
        inferenceWorker: seeBlock({ left: 40, sure: 200 }, atOnce),
        groups: groups.map((group, at) => ({ ...group, interval: at === 0 ? 1 : 3 })),
        networkCount: 2,
        isBothWays: false,
      },
      size,
    );
  const pictures = Array.from({ length: 12 }, (_, at) => copyPicture((x) => x > 20 + 9 * at && x < 40 + 9 * at));
  const [one, other] = [create(), create()];
  for (const each of pictures.slice(0, 4)) {
    one.prepare?.(each);
  }
  for (const [at, each] of pictures.slice(0, 4).entries()) {
    one.prepare?.(pictures[at + 4] ?? each);
    await one.matte(each);
  }
  const state = structuredClone(await one.save());
  other.restore(state);
  for (const each of pictures.slice(4)) {
    expect((await other.matte(each)).alpha).toEqual((await one.matte(each)).alpha);
  }
});
