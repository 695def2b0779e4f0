import { Failure } from '#core/lib/failure.ts';
import { canLook, pickVariant, type MatteEntry, type ModelVariant, type RunnableModel } from '#core/model/models.ts';
import type { LoadRequest } from '#core/protocol/runners.ts';
import type { Quality } from '#core/model/formats.ts';
import type { Size } from '#core/lib/size.ts';

/** A model with the variant that suits a clip, and the input size of its network. */
export type PlannedNetwork = {
  readonly model: RunnableModel;
  readonly variant: ModelVariant;
  readonly size: Size;
};

/** The networks that a clip goes through, at least one, and at which size. */
export type Plan = {
  readonly networks: readonly PlannedNetwork[];
  /** The size of the runner's pictures and mattes. */
  readonly picture: Size;
  /** True when the networks look at the whole picture and closer at each figure; else there is one network, with one look. */
  readonly isLooking: boolean;
};

/** The long side of pictures that are looked into. Made scenes with small figures gain no more than .005 IoU by 960 pixels. */
const looksLongSide = 512;

/** Chooses variants and sizes. Throws INTERNAL when several models are asked for that cannot be used together. */
export function planClip({ models, quality, ...source }: LoadRequest): Plan {
  const isLooking = quality === 'best' && models.every(({ entry }) => canLook(entry));
  const networks = models.map((model) => planNetwork(model, source, quality));
  const [first] = networks;
  if (!first || (networks.length > 1 && !isLooking)) {
    const names = models.map(({ entry }) => entry.name).join(', ') || 'no model';
    throw new Failure('INTERNAL', { message: `No matte can be made at "${quality}" by ${names}.` });
  }
  const longSide = Math.min(Math.max(source.width, source.height), looksLongSide);
  return { networks, picture: isLooking ? scaleToLongSide(source, longSide, 2) : first.size, isLooking };
}

/** So many figures are looked at closely; more of them share looks with their neighbours. Six were no better than three. */
export const maxFigures = 3;
/** A frame may take 120 ms at best. A GPU is used by the page too, and what it does is waited for: half of that is for looks. */
const maxLooksMs = 60;

/**
 * Whether every part is shown both ways, and not only one way. `lookMs` is what one look by all networks takes on a GPU, measured, or
 * null where any of them runs on the cores, which have no time for it. A frame has a look at the whole and two at every figure.
 */
export const looksBothWays = (lookMs: number | null): boolean =>
  lookMs !== null && 2 * (1 + 2 * maxFigures) * lookMs <= maxLooksMs;

function planNetwork(model: RunnableModel, source: Size, quality: Quality): PlannedNetwork {
  const variant = pickVariant(model.entry, source, quality);
  return { model, variant, size: chooseSize(model.entry, variant, source, quality) };
}

function chooseSize(model: MatteEntry, variant: ModelVariant, source: Size, quality: Quality): Size {
  if (model.family === 'rvm') {
    // The authors of RVM choose the downsample ratio so that the long side becomes 256 to 512. Here the picture has
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

/** Rounds each side to the nearest multiple, at least 64, below which the deepest layers see nothing. */
function scale(source: Size, factor: number, multiple: number): Size {
  const side = (length: number): number => Math.max(Math.round((length * factor) / multiple) * multiple, 64);
  return { width: side(source.width), height: side(source.height) };
}
