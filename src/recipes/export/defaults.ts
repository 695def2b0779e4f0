import type { Quality } from '#core/formats.ts';

/** What an export does unless it is told otherwise; without zod, so that a page can import it. */
export const defaults = {
  quality: 'best' satisfies Quality,
  /** What shows where the canvas is transparent and the format cannot be, `#rrggbb`. */
  background: '#000000',
} as const;
