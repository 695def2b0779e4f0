import type { Picture } from '#core/lib/picture.ts';
import type { Size } from '#core/lib/size.ts';
import { applyConfidenceFilter } from '#workers/matting/confidence-filter.ts';
import { findFigures } from '#workers/matting/figures.ts';
import { CropMean, type CropMatte } from '#workers/matting/crop-mean.ts';
import type { InferenceWorker } from '#workers/matting/inference-worker.ts';
import { listCrops, type WeightedCrop, type Crop } from '#workers/matting/crops.ts';
import type { Network } from '#workers/matting/network.ts';
import { maxFigures } from '#workers/matting/plan.ts';
import { PictureParts } from '#workers/matting/picture-parts.ts';
import type { Figure } from '#workers/matting/regions.ts';
import type { Raster } from '#workers/matting/resample.ts';
import { Tracks } from '#workers/matting/tracks.ts';

/** The networks of an ensemble: in groups of one input size, as in their inference worker, with the sum of their weights. */
export type Panel = {
  readonly inferenceWorker: Pick<InferenceWorker, 'infer'>;
  readonly groups: readonly { readonly size: Size; readonly weight: number }[];
  readonly networkCount: number;
  /** Whether there is time to run every crop both normally and mirrored. */
  readonly isBothWays: boolean;
};

/**
 * The factor for the mean matte's scores before the sigmoid, by the number of networks: the mean of different mattes is softer
 * than each of them, so it is sharpened.
 */
const sharpenings = [1.4, 1.4, 1.8, 2, 2.5];

/**
 * A network that consists of one or several networks, for images of `size`. They process the whole image and then a crop around each
 * figure; their mean is sharpened. Crops are windowed to hide their edges, and figures are tracked to prevent jumps.
 */
export function createEnsemble(panel: Panel, size: Size): Network {
  const { isBothWays } = panel;
  const tracks = new Tracks(maxFigures);
  const crops = new Crops(panel, size);
  const sharpen = createSharpening(sharpenings[panel.networkCount] ?? sharpenings.at(-1) ?? 1);
  /** The mean of the previous frame before the confidence filter; null for the first frame. */
  let past: Uint8Array | null = null;
  return {
    prepare: (picture) => crops.prepare(picture),
    matte: async (picture) => {
      let whole = await crops.begin(picture);
      if (!past) {
        // The first frame is processed twice, as if it had a previous frame.
        past = (await crops.goOn(picture, listCrops(atOnce(findFigures(whole, maxFigures)), size, isBothWays))).data;
        whole = await crops.begin(picture);
      }
      const figures = findFigures(average(whole, past), maxFigures);
      const matte = await crops.goOn(picture, listCrops(tracks.follow(figures, size), size, isBothWays));
      past = matte.data.slice();
      applyConfidenceFilter(matte, tracks);
      return { ...size, alpha: sharpen(matte.data) };
    },
    reset: () => {
      past = null;
      tracks.reset();
    },
    save: async () => ({ ...tracks.save(), arrays: past ? [Float32Array.from(past)] : [] }),
    restore: (state) => {
      const [kept] = state.arrays;
      past = kept ? Uint8Array.from(kept) : null;
      tracks.restore(state);
    },
  };
}

/** The crops of one image after the other, and their mean. */
class Crops {
  readonly #panel: Panel;
  readonly #parts: PictureParts;
  readonly #mean: CropMean;
  readonly #whole: WeightedCrop;
  readonly #first = new WeakMap<Picture, Promise<CropMatte[]>>();

  constructor(panel: Panel, size: Size) {
    const sizes = panel.groups.map((group) => group.size);
    const most = {
      width: Math.max(...sizes.map(({ width }) => width)),
      height: Math.max(...sizes.map(({ height }) => height)),
    };
    this.#panel = panel;
    this.#parts = new PictureParts(size, most);
    this.#mean = new CropMean(size, most);
    this.#whole = { box: { left: 0, top: 0, ...size }, isMirrored: false, weight: 1 };
  }

  /** Starts the first crop of an image, the whole image, which does not depend on previous images. */
  prepare(picture: Picture): void {
    const first = this.#ask(picture, this.#whole);
    // It is awaited after the previous images; until then a rejection is not unhandled.
    first.catch(() => undefined);
    this.#first.set(picture, first);
  }

  /** Restarts the mean of an image, with the first crop. */
  async begin(picture: Picture): Promise<Raster> {
    const first = await (this.#first.get(picture) ?? this.#ask(picture, this.#whole));
    this.#mean.clear();
    this.#mean.add(first, this.#whole);
    return this.#mean.toRaster();
  }

  /** Adds further crops, in their order, because sums of floats depend on the order. */
  async goOn(picture: Picture, crops: readonly WeightedCrop[]): Promise<Raster & { data: Uint8Array<ArrayBuffer> }> {
    const mattes = await Promise.all(crops.map((crop) => this.#ask(picture, crop)));
    crops.forEach((crop, at) => this.#mean.add(mattes[at] ?? [], crop));
    return this.#mean.toRaster();
  }

  /** Returns the mattes of one crop by all groups, each with its share. */
  #ask(picture: Picture, crop: Crop): Promise<CropMatte[]> {
    const { inferenceWorker, groups } = this.#panel;
    const total = groups.reduce((sum, { weight }) => sum + weight, 0);
    return Promise.all(
      groups.map(async ({ size, weight }, group) => ({
        matte: { ...size, data: await inferenceWorker.infer(group, this.#parts.cut(picture, crop, size)) },
        share: weight / total,
      })),
    );
  }
}

const atOnce = (figures: readonly Figure[]): (Figure & { strength: number })[] =>
  figures.map((figure) => ({ ...figure, strength: 1 }));

/**
 * Returns the mattes in which figures are searched. Crops find small or distant figures, of which the whole image shows only a part. New
 * and moving figures are in the first crop.
 */
function average({ width, height, data }: Raster, past: Uint8Array): Raster {
  const mean = new Uint8Array(data.length);
  for (let at = 0; at < mean.length; at += 1) {
    mean[at] = ((data[at] ?? 0) + (past[at] ?? 0) + 1) >> 1;
  }
  return { width, height, data: mean };
}

/** Returns a function that multiplies the score before the sigmoid of every alpha by `factor`, on mattes of 0..255, in place. */
export function createSharpening(factor: number): (matte: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> {
  const table = Uint8Array.from({ length: 256 }, (_, level) => {
    const [inside, outside] = [(level / 255) ** factor, (1 - level / 255) ** factor];
    return (255 * inside) / (inside + outside) + 0.5;
  });
  return (matte) => {
    for (let at = 0; at < matte.length; at += 1) {
      matte[at] = table[matte[at] ?? 0] ?? 0;
    }
    return matte;
  };
}
