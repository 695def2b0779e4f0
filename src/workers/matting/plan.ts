import { pickVariant, type ModelEntry, type ModelVariant } from '#core/models.ts';
import type { Quality } from '#core/formats.ts';
import type { Size } from '#core/size.ts';

/** How the frames of one clip are put through a model. */
export type Plan = {
  readonly variant: ModelVariant;
  /** What the network sees. */
  readonly network: Size;
  /** What the runner is given and gives back. Larger than `network` where it looks twice. */
  readonly picture: Size;
  /** True when the subject is looked at a second time, closer. */
  readonly isTwoLook: boolean;
};

/** A second look needs pixels that the first did not see; 640 of them brought no more than 512. */
const twoLookLongSide = 512;

/** Chooses variant and sizes for a source of `source` pixels. */
export function planClip(model: ModelEntry, source: Size, quality: Quality): Plan {
  const variant = pickVariant(model, source, quality);
  const network = chooseSize(model, variant, source, quality);
  const isTwoLook = quality === 'best' && isLight(model);
  const longSide = Math.min(Math.max(source.width, source.height), twoLookLongSide);
  return { variant, network, picture: isTwoLook ? scaleToLongSide(source, longSide, 2) : network, isTwoLook };
}

/** The families whose input is fixed and small, and which take some 10 ms a frame on one core. */
export function isLight(model: ModelEntry): boolean {
  return model.family === 'matte-nano' || model.family === 'selfie' || model.family === 'pp-humanseg';
}

function chooseSize(model: ModelEntry, variant: ModelVariant, source: Size, quality: Quality): Size {
  if (model.family === 'rvm') {
    // Its authors choose the downsample ratio so that the long side becomes 256 to 512. Here the picture is that size
    // before it comes in, the ratio is 1, and the matte is brought to full size like every other.
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

/** Each side to the nearest multiple, and never so thin that the deepest layers see nothing. */
function scale(source: Size, factor: number, multiple: number): Size {
  const side = (length: number): number => Math.max(Math.round((length * factor) / multiple) * multiple, 64);
  return { width: side(source.width), height: side(source.height) };
}
