import type { WavePoints } from './wave-picture.ts';

/**
 * What strips are made of, asked for as pictures: a wave is a pixel wide for each point, and has a row of `rowPx` for each of the
 * shades; tiles are cut out of a picture of `count` beside each other.
 */
export type StripWork<Picture> =
  | ({ readonly kind: 'wave'; readonly rowPx: number } & WavePoints)
  | { readonly kind: 'tiles'; readonly picture: Picture; readonly count: number };

export type StripCommand<Picture> = { readonly id: number; readonly work: StripWork<Picture> };

/** The pictures that were asked for, from left to right; null when they could not be drawn. */
export type StripAnswer<Picture> = { readonly id: number; readonly pictures: readonly Picture[] | null };
