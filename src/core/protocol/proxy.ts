import type { OutputFormat, Quality } from '../model/formats.ts';

/** The WebM with alpha that is created in addition to a cutout in another format. */
type Proxy = { readonly longSidePx: number; readonly quality: Quality };

/**
 * Returns the size and quality of that file. For MOV it is only the file that pages play. For MP4, which has no alpha, the canvas
 * uses it too, so that at `best` it has the full quality.
 */
export const chooseProxy = (format: OutputFormat, quality: Quality): Proxy =>
  format === 'mp4' && quality === 'best' ? { longSidePx: 1920, quality } : { longSidePx: 640, quality: 'fast' };
