import type { CropKind } from '#workers/matting/crops.ts';

/**
 * The orders of crops. Crops of figures are more frequent than the whole image, because they give better mattes. While figures may
 * be missing, the whole image is more frequent, because only it shows them.
 */
const orders = {
  few: ['near', 'wide', 'whole', 'near', 'wide', 'near', 'mirrored'],
  many: ['whole', 'near', 'mirrored', 'wide', 'whole', 'near', 'wide'],
  none: ['whole', 'mirrored'],
} as const satisfies Record<string, readonly CropKind[]>;

/** The facts about a frame on which its crops depend. */
export type Situation = {
  /** The number of the frame since the last one with all crops, from 1. */
  readonly frame: number;
  /** The kinds of crops that exist. */
  readonly kinds: ReadonlySet<CropKind>;
  /** Whether there may be figures outside the crops of figures. */
  readonly isSearching: boolean;
  /** Whether so much moves that the previous frames say little, so that one crop is too few. */
  readonly isBusy: boolean;
  /** Whether so little moves that the previous frames say nearly everything, so that every other frame needs no crop. */
  readonly isCalm: boolean;
};

/** A kind of crop, and the mean number of frames until the next one. */
export type Turn = { readonly kind: CropKind; readonly period: number };

/**
 * Lists the crops that a network processes in a frame. It has a turn every `least` frames, or half as often in a calm scene. The
 * list depends on nothing else than the frame, so a resumed run has the same crops.
 */
export function listTurns({ frame, kinds, isSearching, isBusy, isCalm }: Situation, least: number): Turn[] {
  const interval = isCalm ? 2 * least : least;
  if (frame % interval !== 0) {
    return [];
  }
  const hasCrops = kinds.has('near') || kinds.has('wide');
  const order = pickOrder(hasCrops, isSearching).filter((kind) => kinds.has(kind));
  const at = frame / interval;
  const [kind, other] = [order[at % order.length], order[(at + Math.ceil(order.length / 2)) % order.length]];
  const picked = isBusy && other !== kind ? [kind, other] : [kind];
  return picked.flatMap((one) =>
    one ? [{ kind: one, period: (interval * order.length) / order.filter((each) => each === one).length }] : [],
  );
}

function pickOrder(hasCrops: boolean, isSearching: boolean): readonly CropKind[] {
  if (!hasCrops) {
    return orders.none;
  }
  return isSearching ? orders.many : orders.few;
}
