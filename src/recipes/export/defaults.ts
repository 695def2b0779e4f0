import type { Quality } from '#core/model/formats.ts';

/** The limits of a requested bitrate, in bits per second. */
export const bitrateLimits = { min: 100_000, max: 200_000_000 } as const;

/** The defaults of an export; without zod, so that a page can import it. */
export const defaults = {
  quality: 'best' satisfies Quality,
  /** The color behind transparent parts if the format has no alpha, `#rrggbb`. */
  background: '#000000',
} as const;
