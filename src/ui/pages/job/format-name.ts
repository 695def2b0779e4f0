import type { JobView } from '#operations/jobs.ts';
import { isOutputFormat, outputFormats } from '#core/model/formats.ts';

/** Returns the display name of a format: `WebM`, `MP4`, `GIF`. */
export const toFormatName = (extension: string): string =>
  isOutputFormat(extension) ? outputFormats[extension].label : extension.toUpperCase();

/** Returns the output format of a job; empty if its input has none. */
export function getFormat({ input }: Pick<JobView, 'input'>): string {
  const format = input['outputFormat'] ?? input['format'];
  return typeof format === 'string' ? toFormatName(format) : '';
}
