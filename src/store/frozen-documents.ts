import { Failure } from '#core/lib/failure.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { storedDocument } from '#core/timeline/upgrade.ts';
import type { Rows } from './store.ts';

/** Returns the document that was frozen for a job when it was queued. Throws INTERNAL for a job without one. */
export async function readFrozenDocument(
  rows: Pick<Rows<'documents'>, 'get'>,
  jobId: string,
): Promise<TimelineDocument> {
  const frozen = await rows.get('documents', jobId);
  if (!frozen) {
    throw new Failure('INTERNAL', { message: `The document of job ${jobId} is missing; start the export again.` });
  }
  return storedDocument.parse(JSON.parse(frozen.json));
}
