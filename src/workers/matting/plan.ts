import { Failure } from '#core/lib/failure.ts';
import {
  canUseCrops,
  pickVariant,
  type MatteEntry,
  type ModelVariant,
  type RunnableModel,
} from '#core/model/models.ts';
import type { LoadRequest } from '#core/protocol/runners.ts';
import type { Quality } from '#core/model/formats.ts';
import type { Size } from '#core/lib/size.ts';

/** A model with the variant for a clip, and the input size of its network. */
export type PlannedNetwork = {
  readonly model: RunnableModel;
  readonly variant: ModelVariant;
  readonly size: Size;
};

/** The networks for a clip, at least one, and their sizes. */
export type Plan = {
  readonly networks: readonly PlannedNetwork[];
  /** The size of the runner's images and mattes. */
  readonly picture: Size;
  /** True if the networks process the whole image and crops of each figure; otherwise one network processes the image once. */
  readonly usesCrops: boolean;
};

/** The long side of images that are cropped. Synthetic scenes with small figures gain at most .005 IoU with 960 pixels. */
const cropsLongSide = 512;

/** Chooses variants and sizes. Throws INTERNAL for several models that cannot be combined. */
export function planClip({ models, quality, ...source }: LoadRequest): Plan {
  const usesCrops = quality === 'best' && models.every(({ entry }) => canUseCrops(entry));
  const networks = models.map((model) => planNetwork(model, source, quality));
  const [first] = networks;
  if (!first || (networks.length > 1 && !usesCrops)) {
    const names = models.map(({ entry }) => entry.name).join(', ') || 'no model';
    throw new Failure('INTERNAL', { message: `No matte can be made at "${quality}" by ${names}.` });
  }
  const longSide = Math.min(Math.max(source.width, source.height), cropsLongSide);
  return { networks, picture: usesCrops ? scaleToLongSide(source, longSide, 2) : first.size, usesCrops };
}

/** The maximum number of cropped figures; further ones share crops with their neighbors. Six were no better than three. */
export const maxFigures = 3;
/** The time for crops: a frame may take 120 ms at `best`, and half of it is left for other work, because the page uses the GPU too. */
const maxCropsMs = 60;

/**
 * Returns whether every crop is also run mirrored. `cropMs` is the measured time of one crop for all networks on a GPU, or
 * null if any of them runs on the CPU, which has no time for it. A frame has one crop of the whole image and two of every figure.
 */
export const mirrorsCrops = (cropMs: number | null): boolean =>
  cropMs !== null && 2 * (1 + 2 * maxFigures) * cropMs <= maxCropsMs;

function planNetwork(model: RunnableModel, source: Size, quality: Quality): PlannedNetwork {
  const variant = pickVariant(model.entry, source, quality);
  return { model, variant, size: chooseSize(model.entry, variant, source, quality) };
}

function chooseSize(model: MatteEntry, variant: ModelVariant, source: Size, quality: Quality): Size {
  if (model.family === 'rvm') {
    // The authors of RVM choose the downsample ratio so that the long side becomes 256 to 512. Here the image has
    // that size already and the ratio is 1. The matte is enlarged like every other.
    return scaleToLongSide(source, quality === 'best' ? variant.width : variant.width * 0.75, 16);
  }
  if (model.family === 'modnet') {
    return quality === 'best'
      ? scaleToArea(source, variant.width * variant.height, 32)
      : scaleToLongSide(source, variant.width, 32);
  }
  return { width: variant.width, height: variant.height };
}

function scaleToLongSide(source: Size, longSide: number, multiple: number): Size {
  return scale(source, longSide / Math.max(source.width, source.height), multiple);
}

function scaleToArea(source: Size, area: number, multiple: number): Size {
  return scale(source, Math.sqrt(area / (source.width * source.height)), multiple);
}

/** Rounds each side to the nearest multiple, at least 64; below that the deepest layers are empty. */
function scale(source: Size, factor: number, multiple: number): Size {
  const side = (length: number): number => Math.max(Math.round((length * factor) / multiple) * multiple, 64);
  return { width: side(source.width), height: side(source.height) };
}
