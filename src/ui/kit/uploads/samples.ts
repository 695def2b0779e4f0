import { toAddress } from '#ui/app/base.ts';
import { ApiError } from '#ui/app/envelope.ts';
import { markAsGenerated } from './pending-uploads.ts';

/** Fetches a file of `public/sample` by its name. Throws ApiError. */
export async function fetchSample(name: string): Promise<File> {
  const response = await fetch(toAddress(`sample/${name}`)).catch(() => Response.error());
  if (!response.ok) {
    throw new ApiError({
      errorCode: 'SAMPLE_MISSING',
      message: 'The sample could not be downloaded. Check your connection, or add your own file.',
      isRetryable: true,
    });
  }
  const type = name.endsWith('.m4a') ? 'audio/mp4' : 'video/mp4';
  return markAsGenerated(new File([await response.blob()], name, { type }));
}
