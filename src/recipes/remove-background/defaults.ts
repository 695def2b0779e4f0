import type { OutputFormat, Quality } from '#core/formats.ts';

/** What a run of this recipe does unless it is told otherwise; without zod, so that the page can import it. */
export const defaults = {
  quality: 'best' satisfies Quality,
  outputFormat: 'webm' satisfies OutputFormat,
  /** How much the matte is steadied in time, 0 to 100. */
  smoothing: 50,
  subject: 'auto',
  /** The background of MP4, `#rrggbb`. */
  green: '#00b140',
  /** Where the edge lies and how soft it is, in pixels. */
  edge: { shiftPx: 0, featherPx: 0, decontaminate: true },
} as const;
