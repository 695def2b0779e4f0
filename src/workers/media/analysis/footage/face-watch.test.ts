import { describe, expect, it, vi } from 'vitest';
import type { Face, FaceDetector } from '#core/analysis/detection.ts';
import type { Picture } from '#core/lib/picture.ts';
import { FaceWatch } from './face-watch.ts';

/** The position of a face, in shares of the frame. Detection fails in images narrower than `minPx`. */
type Placed = { readonly x: number; readonly width: number; readonly minPx?: number };

const point = { x: 0, y: 0 };
const points = [point, point, point, point, point] as const;

/** Creates an image whose first byte is the number of its sample. */
const makePicture = (sample: number, width: number): Picture => ({ width, height: 100, rgb: Uint8Array.of(sample) });

/** Creates a detector that knows the faces of all samples, and a log of the detected samples with the widths of their images. */
function createDetector(scenes: readonly (readonly Placed[])[]) {
  const looks: [sample: number, width: number][] = [];
  const detector: FaceDetector = {
    findFaces: async ({ width, height, rgb: [sample = 0] }) => {
      looks.push([sample, width]);
      const placed = (scenes[sample] ?? []).filter(({ minPx = 0 }) => width >= minPx);
      return placed.map((one): Face => ({
        x: one.x * width,
        y: 0,
        width: one.width * width,
        height: height / 4,
        score: 1,
        points,
      }));
    },
  };
  return { detector, looks };
}

async function watch(scenes: readonly (readonly Placed[])[], cuts: readonly number[] = []) {
  const { detector, looks } = createDetector(scenes);
  const faces = new FaceWatch(detector);
  for (const sample of scenes.keys()) {
    await faces.add(makePicture(sample, 320), () => makePicture(sample, 480), cuts.includes(sample));
  }
  const found = await faces.finish();
  return { looks, lefts: found.map((one) => one?.map(({ x }) => Math.round(1000 * x) / 1000)) };
}

const makeSamples = (looks: readonly (readonly [number, number])[]): number[] =>
  looks.map(([sample]) => sample).toSorted((one, other) => one - other);

describe('FaceWatch', () => {
  it('detects every second sample of a face that moves little, and interpolates between them', async () => {
    const { looks, lefts } = await watch([0.3, 0.31, 0.32, 0.33, 0.34].map((x) => [{ x, width: 0.2 }]));
    expect(makeSamples(looks)).toEqual([0, 2, 4]);
    expect(lefts).toEqual([[0.3], [0.31], [0.32], [0.33], [0.34]]);
  });

  it('detects every second sample of a small face too, if its motion is small compared with its region', async () => {
    const faces = Array.from({ length: 5 }, (_, at) => ({ x: 0.3 + 0.009 * at, width: 0.04 }));
    const { looks, lefts } = await watch(faces.map((face) => [face]));
    expect(makeSamples(looks)).toEqual([0, 2, 4]);
    expect(lefts).toEqual([[0.3], [0.309], [0.318], [0.327], [0.336]]);
    const far = await watch([0.3, 0.31, 0.33].map((x) => [{ x, width: 0.04 }]));
    expect(makeSamples(far.looks)).toEqual([0, 1, 2]);
  });

  it('detects all samples of faces that move, appear or disappear', async () => {
    const moving = await watch([0.1, 0.35, 0.3].map((x) => [{ x, width: 0.2 }]));
    expect(makeSamples(moving.looks)).toEqual([0, 1, 2]);
    expect(moving.lefts[1]).toEqual([0.35]);
    const face = { x: 0.4, width: 0.2 };
    expect(makeSamples((await watch([[face], [face], []])).looks)).toEqual([0, 1, 2]);
    expect(makeSamples((await watch([[face], [face], [face, { x: 0.7, width: 0.2 }]])).looks)).toEqual([0, 1, 2]);
  });

  it('tells faces apart that are detected in another order', async () => {
    const [one, other] = [
      { x: 0.1, width: 0.2 },
      { x: 0.6, width: 0.2 },
    ];
    const { lefts, looks } = await watch([[one, other], [], [other, one]]);
    expect(makeSamples(looks)).toEqual([0, 2]);
    expect(lefts[1]).toEqual([0.1, 0.6]);
  });

  it('interpolates nothing across a cut, and detects the last sample', async () => {
    const face = { x: 0.4, width: 0.2 };
    const { looks } = await watch([[face], [face], [face], [face], [face], [face]], [2]);
    expect(makeSamples(looks)).toEqual([0, 1, 2, 4, 5]);
  });

  it('uses larger images where no face was found, and as long as faces are small', async () => {
    const small = { x: 0.4, width: 0.04, minPx: 480 };
    const { looks, lefts } = await watch(Array.from({ length: 20 }, () => [small]));
    const closer = makeSamples(looks.filter(([, width]) => width === 480));
    expect(closer).toEqual([4, 7, 8, 10, 12, 14, 16, 18, 19]);
    expect(lefts.slice(10, 19)).toEqual(Array.from({ length: 9 }, () => [0.4]));
  });

  it('uses larger images where faces are small, because another face may be found', async () => {
    const [small, smaller] = [
      { x: 0.4, width: 0.06 },
      { x: 0.7, width: 0.05, minPx: 480 },
    ];
    const { lefts } = await watch(Array.from({ length: 9 }, () => [small, smaller]));
    expect(lefts.slice(4)).toEqual(Array.from({ length: 5 }, () => [0.4, 0.7]));
  });

  it('detects every second sample without faces, every fourth one in a larger image', async () => {
    const { looks, lefts } = await watch(Array.from({ length: 17 }, () => []));
    expect(makeSamples(looks)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16]);
    expect(looks.filter(([, width]) => width === 480).map(([sample]) => sample)).toEqual([4, 8, 12, 16]);
    expect(lefts).toEqual(Array.from({ length: 17 }, () => []));
  });

  it('throws the errors of the detector', async () => {
    const faces = new FaceWatch({ findFaces: () => Promise.reject(new Error('no model')) });
    await faces.add(makePicture(0, 320), () => makePicture(0, 480), false);
    await expect(faces.finish()).rejects.toThrow('no model');
  });

  it('causes no unhandled rejection when stopped early', async () => {
    const unheard = vi.fn();
    process.on('unhandledRejection', unheard);
    const faces = new FaceWatch({ findFaces: () => Promise.reject(new Error('no model')) });
    const watchAll = async () => {
      for (let sample = 0; sample < 8; sample++) {
        await faces.add(makePicture(sample, 320), () => makePicture(sample, 480), false);
      }
    };
    await expect(watchAll()).rejects.toThrow('no model');
    await new Promise((resolve) => setTimeout(resolve, 10));
    process.off('unhandledRejection', unheard);
    expect(unheard).not.toHaveBeenCalled();
  });
});
