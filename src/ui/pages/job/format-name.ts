import type { JobView } from '#operations/jobs.ts';
import { isOutputFormat, outputFormats } from '#core/model/formats.ts';

/** A format as people write it: `WebM`, `MP4`, `GIF`. */
export const toFormatName = (extension: string): string =>
  isOutputFormat(extension) ? outputFormats[extension].label : extension.toUpperCase();

/** The format that a job makes; empty where its input does not say. */
export function formatOf({ input }: Pick<JobView, 'input'>): string {
  const format = input['outputFormat'] ?? input['format'];
  return typeof format === 'string' ? toFormatName(format) : '';
}
