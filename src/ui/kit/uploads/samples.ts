import { toAddress } from '#ui/app/base.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { markAsGenerated } from './pending-uploads.ts';

/** Fetches a file of `public/sample` by its name. Throws OffcutError. */
export async function fetchSample(name: string): Promise<File> {
  const response = await fetch(toAddress(`sample/${name}`)).catch(() => Response.error());
  if (!response.ok) {
    throw new OffcutError({
      code: 'SAMPLE_MISSING',
      message: 'The sample could not be downloaded. Check your connection, or add your own file.',
      retryable: true,
    });
  }
  const type = name.endsWith('.m4a') ? 'audio/mp4' : 'video/mp4';
  return markAsGenerated(new File([await response.blob()], name, { type }));
}
