import { pickVariant, type ModelEntry, type ModelVariant } from '#core/models.ts';
import type { Quality } from '#core/formats.ts';
import type { Size } from '#core/size.ts';

/** The sizes at which the frames of a clip go through a model. */
export type Plan = {
  readonly variant: ModelVariant;
  /** The network's input size. */
  readonly network: Size;
  /** The size of the runner's pictures and mattes. It is larger than `network` with a second look. */
  readonly picture: Size;
  /** True when the network sees the subject a second time, closer. */
  readonly isTwoLook: boolean;
};

/** The long side of pictures for a second look. 640 pixels brought no more than 512. */
const twoLookLongSide = 512;

/** Chooses the variant and the sizes for a source of `source` pixels. */
export function planClip(model: ModelEntry, source: Size, quality: Quality): Plan {
  const variant = pickVariant(model, source, quality);
  const network = chooseSize(model, variant, source, quality);
  const isTwoLook = quality === 'best' && isLight(model);
  const longSide = Math.min(Math.max(source.width, source.height), twoLookLongSide);
  return { variant, network, picture: isTwoLook ? scaleToLongSide(source, longSide, 2) : network, isTwoLook };
}

/** Whether the model's family is light: a small fixed input, and some 10 ms a frame on one core. */
export function isLight(model: ModelEntry): boolean {
  return model.family === 'matte-nano' || model.family === 'selfie' || model.family === 'pp-humanseg';
}

function chooseSize(model: ModelEntry, variant: ModelVariant, source: Size, quality: Quality): Size {
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
