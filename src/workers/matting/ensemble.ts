import type { StageState } from '#core/model/cut-out-checkpoint.ts';
import type { Picture } from '#core/lib/picture.ts';
import type { Size } from '#core/lib/size.ts';
import { applyConfidenceFilter } from '#workers/matting/confidence-filter.ts';
import { blockSide, ChangeMeter, type Change } from '#workers/matting/change.ts';
import { findFigures } from '#workers/matting/figures.ts';
import { CropMean, type CropMatte } from '#workers/matting/crop-mean.ts';
import type { InferenceWorker } from '#workers/matting/inference-worker.ts';
import { getWhole, listCrops, type WeightedCrop } from '#workers/matting/crops.ts';
import type { Network } from '#workers/matting/network.ts';
import { maxFigures } from '#workers/matting/plan.ts';
import { PictureParts } from '#workers/matting/picture-parts.ts';
import type { Figure } from '#workers/matting/regions.ts';
import type { Raster } from '#workers/matting/resample.ts';
import { listTurns } from '#workers/matting/schedule.ts';
import { restoreTracks, saveTracks, Tracks, type Track } from '#workers/matting/tracks.ts';

/**
 * The networks of an ensemble: in groups of one input size, as in their inference worker, with the sum of their weights. Between
 * frames with all crops, a group processes crops every `interval` frames.
 */
export type Panel = {
  readonly inferenceWorker: Pick<InferenceWorker, 'infer'>;
  readonly groups: readonly { readonly size: Size; readonly weight: number; readonly interval: number }[];
  readonly networkCount: number;
  /** Whether there is time to run every crop in every frame, both normally and mirrored. */
  readonly isBothWays: boolean;
};

/**
 * The factor for the mean matte's scores before the sigmoid, by the number of networks: the mean of different mattes is softer
 * than each of them, so it is sharpened.
 */
const sharpenings = [1.4, 1.4, 1.8, 2, 2.5];
/** The weight of the previous frames, where the image has not changed. */
const memory = 0.6;
/** The least factor of a changed block: it has its last mattes until there are new ones. */
const minKept = 0.02;

/**
 * A network that consists of one or several networks, for images of `size`. In the first frame they process the whole image and then
 * crops of each figure; their mean is sharpened. Each further frame adds one crop or a few to the mean, in turn, and the earlier ones
 * lose weight: quickly where the image changes, slowly elsewhere. Crops are windowed to hide their edges, and figures are tracked to
 * prevent jumps.
 */
export function createEnsemble(panel: Panel, size: Size): Network {
  const crops = new Crops(panel, size);
  const tracks = new Tracks(maxFigures);
  const frames = new Frames(panel, crops, size);
  const sharpen = createSharpening(sharpenings[panel.networkCount] ?? sharpenings.at(-1) ?? 1);
  return {
    prepare: (picture) => frames.announce(picture),
    matte: async (picture) => {
      frames.announce(picture);
      const matte = await (frames.isFirst ? matteFirst(crops, tracks, picture) : frames.goOn(picture));
      if (!frames.isFirst) {
        tracks.follow(findFigures(matte, maxFigures), size);
      }
      frames.end(picture, tracks.list);
      applyConfidenceFilter(matte, tracks);
      return { ...size, alpha: sharpen(matte.data) };
    },
    reset: () => {
      tracks.reset();
      frames.restart();
    },
    save: async () => join([tracks.save(), frames.save(), { numbers: [], arrays: crops.mean.save() }]),
    restore: (state) => {
      const [ofTracks, ofFrames, ofMean] = split(state);
      tracks.restore(ofTracks ?? nothing);
      frames.restore(ofFrames ?? nothing);
      crops.mean.restore(ofMean?.arrays ?? []);
    },
  };
}

/** Processes a frame without previous ones: twice, so that it finds figures as if it had one. Returns the mean of all crops. */
async function matteFirst(crops: Crops, tracks: Tracks, picture: Picture): Promise<Matte> {
  const { size } = crops;
  const whole = [getWhole(size)];
  const first = await crops.ask(picture, whole);
  crops.begin(first);
  const figures = findFigures(crops.mean.toRaster(), maxFigures);
  crops.add(await crops.ask(picture, crops.list(atOnce(figures))));
  const past = crops.mean.toRaster();
  crops.begin(first);
  const better = findFigures(average(crops.mean.toRaster(), past.data), maxFigures);
  crops.add(await crops.ask(picture, crops.list(tracks.follow(better, size))));
  return crops.mean.toRaster();
}

type Matte = Raster & { data: Uint8Array<ArrayBuffer> };

/** A crop with its mattes by some groups, each with its share of the mean. */
type AskedCrop = { readonly crop: WeightedCrop; readonly mattes: readonly CropMatte[] };

/** A crop that is to be processed; by all groups, unless some are listed with the share of their weight that counts. */
type WantedCrop = WeightedCrop & { readonly groups?: ReadonlyMap<number, number> };

/** The crops of images, and their mean. */
class Crops {
  readonly size: Size;
  readonly mean: CropMean;
  readonly #panel: Panel;
  readonly #parts: PictureParts;

  constructor(panel: Panel, size: Size) {
    const sizes = panel.groups.map((group) => group.size);
    const most = {
      width: Math.max(...sizes.map(({ width }) => width)),
      height: Math.max(...sizes.map(({ height }) => height)),
    };
    this.size = size;
    this.mean = new CropMean(size, most);
    this.#panel = panel;
    this.#parts = new PictureParts(size, most);
  }

  list(tracks: Parameters<typeof listCrops>[0]): WeightedCrop[] {
    return listCrops(tracks, this.size, this.#panel.isBothWays);
  }

  /** Restarts the mean. */
  begin(asked: readonly AskedCrop[]): void {
    this.mean.clear();
    this.add(asked);
  }

  /** Adds crops in their order, because sums of floats depend on the order. */
  add(asked: readonly AskedCrop[]): void {
    asked.forEach(({ crop, mattes }) => this.mean.add(mattes, crop));
  }

  ask(picture: Picture, crops: readonly WantedCrop[]): Promise<AskedCrop[]> {
    return Promise.all(crops.map(async (crop) => ({ crop, mattes: await this.#askGroups(picture, crop) })));
  }

  #askGroups(picture: Picture, crop: WantedCrop): Promise<CropMatte[]> {
    const { inferenceWorker, groups } = this.#panel;
    const total = groups.reduce((sum, { weight }) => sum + weight, 0);
    return Promise.all(
      groups.flatMap(({ size, weight }, group) => {
        const counted = crop.groups ? crop.groups.get(group) : 1;
        return counted === undefined
          ? []
          : [
              inferenceWorker.infer(group, this.#parts.cut(picture, crop, size)).then((data) => ({
                matte: { ...size, data },
                share: (counted * weight) / total,
              })),
            ];
      }),
    );
  }
}

/** The crops of a frame that are being processed, and what it changes in the mean. */
type Begun = { readonly asked: Promise<AskedCrop[]>; readonly kept: Float32Array };

/**
 * The frames after the first. The crops of a frame depend on the figures two frames before, so that it begins while the previous one is
 * processed, and no core waits.
 */
class Frames {
  readonly #panel: Panel;
  readonly #crops: Crops;
  readonly #meter: ChangeMeter;
  /** The number of completed frames since the first. */
  #count = 0;
  /** The tracks after the last two completed frames, the older first. */
  #tracks: (readonly Track[])[] = [];
  /** The last completed image. */
  #last: Picture | null = null;
  /** The images that are not completed, in order, with their crops if they have begun. */
  #open: { readonly picture: Picture; begun: Begun | null }[] = [];

  constructor(panel: Panel, crops: Crops, size: Size) {
    this.#panel = panel;
    this.#crops = crops;
    this.#meter = new ChangeMeter(size);
  }

  /** Whether the next frame has no previous ones. */
  get isFirst(): boolean {
    return this.#count === 0;
  }

  /** Appends an image, unless it was announced before, and begins it as soon as possible. */
  announce(picture: Picture): void {
    if (!this.#open.some((one) => one.picture === picture)) {
      this.#open.push({ picture, begun: null });
      this.#beginOpen();
    }
  }

  /** Adds the crops of the next frame to the mean, and returns it. */
  async goOn(picture: Picture): Promise<Matte> {
    const begun = this.#open.find((one) => one.picture === picture)?.begun;
    if (!begun) {
      throw new RangeError('an image was processed out of order');
    }
    const asked = await begun.asked;
    this.#crops.mean.fade(begun.kept, blockSide);
    this.#crops.add(asked);
    return this.#crops.mean.toRaster();
  }

  /** Completes a frame, with the tracks after it. */
  end(picture: Picture, tracks: readonly Track[]): void {
    this.#open = this.#open.filter((one) => one.picture !== picture);
    this.#last = picture;
    this.#count += 1;
    this.#tracks = [...this.#tracks, tracks].slice(-2);
    this.#beginOpen();
  }

  /** Forgets the previous frames. The open images follow, and the first of them becomes a first frame. */
  restart(): void {
    this.#count = 0;
    this.#tracks = [];
    this.#last = null;
    this.#open.forEach((one) => {
      one.begun = null;
    });
  }

  save(): StageState {
    const { rgb = new Uint8Array() } = this.#last ?? {};
    const tracks = this.#tracks.map(saveTracks);
    return {
      numbers: [this.#count, ...tracks.flatMap((one) => [one.length, ...one])],
      arrays: [Float32Array.from(rgb)],
    };
  }

  restore({ numbers: [count = 0, ...rest], arrays: [rgb] }: StageState): void {
    this.restart();
    this.#count = count;
    this.#last = count > 0 && rgb ? { ...this.#crops.size, rgb: Uint8Array.from(rgb) } : null;
    for (let at = 0; at < rest.length; at += 1 + (rest[at] ?? 0)) {
      this.#tracks.push(restoreTracks(rest.slice(at + 1, at + 1 + (rest[at] ?? 0))));
    }
    this.#beginOpen();
  }

  /** Begins the next two images, if the figures are known on which they depend. */
  #beginOpen(): void {
    for (const [at, one] of this.#open.slice(0, 2).entries()) {
      const before = at === 0 ? this.#last : this.#open[at - 1]?.picture;
      // The frame after the first one has no figures of two frames before.
      const tracks = this.#tracks.at(at === 0 ? 0 : -1);
      if (this.#count > 0 && before && tracks && !one.begun) {
        one.begun = this.#begin(one.picture, before, { frame: this.#count + at, tracks });
      }
    }
  }

  #begin(picture: Picture, before: Picture, at: { frame: number; tracks: readonly Track[] }): Begun {
    const change = this.#meter.measure(picture, before, at.tracks);
    const asked = this.#crops.ask(picture, this.#choose(change, at));
    // It is awaited after the previous images; until then a rejection is not unhandled.
    asked.catch(() => undefined);
    const kept = change.blocks.map((share) => (this.#panel.isBothWays ? 0 : Math.max(minKept, memory * (1 - share))));
    return { asked, kept };
  }

  /** Chooses the crops of a frame. A crop that comes rarely counts as much as if it came always. */
  #choose(change: Change, { frame, tracks }: { frame: number; tracks: readonly Track[] }): WantedCrop[] {
    const all = [getWhole(this.#crops.size), ...this.#crops.list(tracks)];
    if (this.#panel.isBothWays || change.outside > otherPicture) {
      return all;
    }
    const situation = {
      frame,
      kinds: new Set(all.map(({ kind }) => kind)),
      isSearching: tracks.length >= maxFigures || change.outside > someoneMoves,
      isBusy: change.inside > muchMoves,
    };
    const turns = this.#panel.groups.map(({ interval }) => listTurns(situation, interval));
    return all.flatMap((crop) => {
      const groups = turns.flatMap((list, group) => {
        const turn = list.find(({ kind }) => kind === crop.kind);
        return turn ? [[group, 1 - memory ** turn.period] as const] : [];
      });
      return groups.length > 0 ? [{ ...crop, groups: new Map(groups) }] : [];
    });
  }
}

/** The mean change outside figures from which on there may be another figure, and from which on the image is another one. */
const someoneMoves = 0.05;
const otherPicture = 0.9;
/** The mean change inside figures from which on one crop is too few. */
const muchMoves = 0.35;

const nothing: StageState = { numbers: [], arrays: [] };

/** Joins states into one, which `split` divides again. */
const join = (states: readonly StageState[]): StageState => ({
  numbers: states.flatMap(({ numbers, arrays }) => [numbers.length, arrays.length, ...numbers]),
  arrays: states.flatMap(({ arrays }) => arrays),
});

function split({ numbers, arrays }: StageState): StageState[] {
  const states: StageState[] = [];
  for (let at = 0, array = 0; at < numbers.length;) {
    const [numberCount = 0, arrayCount = 0] = numbers.slice(at, at + 2);
    states.push({
      numbers: numbers.slice(at + 2, at + 2 + numberCount),
      arrays: arrays.slice(array, array + arrayCount),
    });
    at += 2 + numberCount;
    array += arrayCount;
  }
  return states;
}

const atOnce = (figures: readonly Figure[]): (Figure & { strength: number })[] =>
  figures.map((figure) => ({ ...figure, strength: 1 }));

/**
 * Returns the mattes in which the figures of a first frame are searched. Crops find small or distant figures, of which the whole image
 * shows only a part.
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
