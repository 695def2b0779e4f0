import type { WavePoints } from './wave-picture.ts';

/**
 * The content of a strip, requested as images. A waveform has one pixel column per point, and a row of `rowPx` for each of the
 * shades. Tiles are cut out of an image of `count` tiles side by side.
 */
export type StripWork<Picture> =
  | ({ readonly kind: 'wave'; readonly rowPx: number } & WavePoints)
  | { readonly kind: 'tiles'; readonly picture: Picture; readonly count: number };

export type StripCommand<Picture> = { readonly id: number; readonly work: StripWork<Picture> };

/** The requested images, from left to right; null if they could not be drawn. */
export type StripAnswer<Picture> = { readonly id: number; readonly pictures: readonly Picture[] | null };
