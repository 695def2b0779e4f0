import type { Picture } from '#core/runners.ts';
import type { Size } from '#core/size.ts';
import { dropDoubtful } from '#workers/matting/doubts.ts';
import { findFigures } from '#workers/matting/figures.ts';
import type { Looker } from '#workers/matting/looker.ts';
import { computeWindow, listLooks, type FurtherLook, type Look } from '#workers/matting/looks.ts';
import type { Network } from '#workers/matting/network.ts';
import type { Figure } from '#workers/matting/regions.ts';
import { resample, type Box, type Raster } from '#workers/matting/resample.ts';
import { Tracks } from '#workers/matting/tracks.ts';

/** The networks that agree: in groups of one input size, as their looker has them, with the sum of their weights. */
export type Panel = {
  readonly looker: Pick<Looker, 'look'>;
  readonly groups: readonly { readonly size: Size; readonly weight: number }[];
  readonly networkCount: number;
};

/** So many figures are looked at closely; more of them share looks with their neighbours. */
const mostFigures = 3;
/**
 * By the number of networks, the factor of the mean matte's scores before the sigmoid: opinions that differ make a mean softer
 * than each of them.
 */
const sharpenings = [1.4, 1.4, 1.8, 2, 2.2];

/**
 * A network that is made of several, or of one: they look at the whole picture and then closer at each figure, and their
 * mean is sharpened. Looks are windowed, so that no edge shows; figures are followed, so that nothing jumps.
 */
export function createConsensus(panel: Panel): Network {
  const tracks = new Tracks(mostFigures);
  const sharpen = createSharpening(sharpenings[panel.networkCount] ?? sharpenings.at(-1) ?? 1);
  /** The mean of the frame before, before anything was doubted; null where there is none. */
  let past: Uint8Array | null = null;
  return {
    matte: async (picture) => {
      const { width, height } = picture;
      const first = await ask(panel, picture, { box: toWhole(picture), isMirrored: false });
      const mean = beginMean(picture, first);
      const whole = mean.toRaster();
      const lookOn = async (begun: WeightedMean, looks: readonly FurtherLook[]) => {
        // They are added in their order, as sums of floats depend on it.
        const opinions = await Promise.all(looks.map((look) => ask(panel, picture, look)));
        looks.forEach((look, at) => begun.add(opinions[at] ?? [], look));
        return begun.toRaster();
      };
      // The first frame is looked at twice, as if there had been one before.
      past ??= (await lookOn(beginMean(picture, first), listLooks(atOnce(findFigures(whole, mostFigures)), picture)))
        .data;
      const figures = findFigures(average(whole, past), mostFigures);
      const matte = await lookOn(mean, listLooks(tracks.follow(figures, picture), picture));
      past = matte.data.slice();
      dropDoubtful(matte, tracks);
      return { width, height, alpha: matte.data.map(sharpen) };
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

/** The mattes of one look by all groups, each with its share. */
function ask({ looker, groups }: Panel, picture: Picture, look: Look): Promise<Opinion[]> {
  const total = groups.reduce((sum, { weight }) => sum + weight, 0);
  return Promise.all(
    groups.map(async ({ size, weight }, group) => ({
      matte: { ...size, data: await looker.look(group, picture, look) },
      share: weight / total,
    })),
  );
}

function beginMean(picture: Size, first: readonly Opinion[]): WeightedMean {
  const mean = new WeightedMean(picture);
  mean.add(first, { box: toWhole(picture), weight: 1 });
  return mean;
}

const toWhole = ({ width, height }: Size): Box => ({ left: 0, top: 0, width, height });

const atOnce = (figures: readonly Figure[]): (Figure & { strength: number })[] =>
  figures.map((figure) => ({ ...figure, strength: 1 }));

/**
 * Where to look for figures: what is small or far is found by closer looks, which the first one at the whole may see a leg of. Who
 * is new, and all that moves, is in the first look.
 */
const average = ({ width, height, data }: Raster, past: Uint8Array): Raster => ({
  width,
  height,
  data: data.map((level, at) => (level + (past[at] ?? 0) + 1) / 2),
});

type Opinion = { readonly matte: Size & { readonly data: Uint8Array }; readonly share: number };

/** The mean of looks by what each counts at a pixel. */
class WeightedMean {
  readonly #size: Size;
  readonly #sums: Float32Array;
  readonly #weights: Float32Array;

  constructor({ width, height }: Size) {
    this.#size = { width, height };
    this.#sums = new Float32Array(width * height);
    this.#weights = new Float32Array(width * height);
  }

  add(opinions: readonly Opinion[], { box, weight }: Pick<FurtherLook, 'box' | 'weight'>): void {
    const across = computeWindow(box.left, box.width, this.#size.width);
    const down = computeWindow(box.top, box.height, this.#size.height);
    const part = { width: box.width, height: box.height, data: new Uint8Array(box.width * box.height) };
    for (const { matte, share } of opinions) {
      resample(matte, { left: 0, top: 0, width: matte.width, height: matte.height }, part, 1);
      for (let y = 0, from = 0; y < box.height; y += 1) {
        const rowWeight = weight * share * (down[y] ?? 0);
        let to = (box.top + y) * this.#size.width + box.left;
        for (let x = 0; x < box.width; x += 1, from += 1, to += 1) {
          const counted = rowWeight * (across[x] ?? 0);
          this.#sums[to] = (this.#sums[to] ?? 0) + counted * (part.data[from] ?? 0);
          this.#weights[to] = (this.#weights[to] ?? 0) + counted;
        }
      }
    }
  }

  toRaster(): Raster & { data: Uint8Array<ArrayBuffer> } {
    const data = new Uint8Array(this.#sums.length);
    for (let at = 0; at < data.length; at += 1) {
      data[at] = (this.#sums[at] ?? 0) / (this.#weights[at] ?? 1) + 0.5;
    }
    return { ...this.#size, data };
  }
}

/** A function on alpha, 0..255, that multiplies its score before the sigmoid by `factor`. */
export function createSharpening(factor: number): (alpha: number) => number {
  const table = Uint8Array.from({ length: 256 }, (_, level) => {
    const [inside, outside] = [(level / 255) ** factor, (1 - level / 255) ** factor];
    return (255 * inside) / (inside + outside) + 0.5;
  });
  return (alpha) => table[alpha] ?? 0;
}
