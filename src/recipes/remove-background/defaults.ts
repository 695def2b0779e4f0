import type { OutputFormat, Quality } from '#core/model/formats.ts';

/** The id of this recipe, for the first page and the editor, which offer it by name. */
export const removeBackgroundId = 'remove-background' as const;

/** The defaults of this recipe; without zod, so that the page can import it. */
export const defaults = {
  quality: 'best' satisfies Quality,
  outputFormat: 'webm' satisfies OutputFormat,
  /** The temporal smoothing of the matte, 0 to 100. */
  smoothing: 50,
  subject: 'auto',
  /** The background of MP4, `#rrggbb`. */
  green: '#00b140',
  /** The position of the edge and its softness, in pixels. */
  edge: { shiftPx: 0, featherPx: 0, decontaminate: true },
} as const;
