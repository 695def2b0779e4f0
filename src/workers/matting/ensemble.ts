import type { StageState } from '#core/model/cut-out-checkpoint.ts';
import type { Picture } from '#core/lib/picture.ts';
import type { Size } from '#core/lib/size.ts';
import { applyConfidenceFilter } from '#workers/matting/confidence-filter.ts';
import { getWhole } from '#workers/matting/crops.ts';
import { findFigures } from '#workers/matting/figures.ts';
import { Frames } from '#workers/matting/frames.ts';
import type { Network } from '#workers/matting/network.ts';
import { Crops, type OwnMatte, type Panel } from '#workers/matting/panel-crops.ts';
import { maxFigures } from '#workers/matting/plan.ts';
import type { Figure } from '#workers/matting/regions.ts';
import type { Raster } from '#workers/matting/resample.ts';
import { Tracks } from '#workers/matting/tracks.ts';

/**
 * The factor for the mean matte's scores before the sigmoid, by the number of networks: the mean of different mattes is softer
 * than each of them, so it is sharpened.
 */
const sharpenings = [1.4, 1.4, 1.8, 2, 2.5];
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
async function matteFirst(crops: Crops, tracks: Tracks, picture: Picture): Promise<OwnMatte> {
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
