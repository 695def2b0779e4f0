import type { OutputFormat } from '#core/formats.ts';
import type { ExportFormat } from '#core/timeline/render.ts';

/** Whether a format holds pictures that an encoder of video makes. */
export const isVideoFormat = (format: ExportFormat): format is OutputFormat =>
  format === 'mp4' || format === 'webm' || format === 'mov';

/** Whether a format can keep what of a canvas is transparent. */
export const canBeTransparent = (format: ExportFormat): boolean =>
  format === 'webm' || format === 'mov' || format === 'gif' || format === 'png';
