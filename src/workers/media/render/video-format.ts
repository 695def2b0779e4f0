import type { OutputFormat } from '#core/model/formats.ts';
import type { ExportFormat } from '#core/timeline/render.ts';

/** Returns whether a format contains frames from a video encoder. */
export const isVideoFormat = (format: ExportFormat): format is OutputFormat =>
  format === 'mp4' || format === 'webm' || format === 'mov';

/** Returns whether a format can store the transparency of a canvas. */
export const canBeTransparent = (format: ExportFormat): boolean =>
  format === 'webm' || format === 'mov' || format === 'gif' || format === 'png';
