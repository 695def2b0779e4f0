import type { OutputFormat, Quality } from './formats.ts';

/** The WebM with alpha that is made beside a cut-out in another format. */
type Proxy = { readonly longSidePx: number; readonly quality: Quality };

/**
 * How large and how good that file is. Beside MOV it is only what pages play. Beside MP4, which has no alpha, it is also what the
 * canvas shows, so that at `best` it is as good as the file itself.
 */
export const proxyOf = (format: OutputFormat, quality: Quality): Proxy =>
  format === 'mp4' && quality === 'best' ? { longSidePx: 1920, quality } : { longSidePx: 640, quality: 'fast' };
