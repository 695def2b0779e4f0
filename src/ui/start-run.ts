import { refreshAccount } from './account.ts';
import { call } from './client.ts';
import { isRecord } from './envelope.ts';
import type { RunBody } from './home/options.ts';
import { refreshJobs } from './jobs.ts';
import { refreshMaterials } from './materials.ts';

/** Starts a run and gives the id of its job, without waiting for the result. Throws ApiError. */
export async function startRun(body: RunBody): Promise<string> {
  const answer: unknown = await call('run:remove-background', { body, headers: { Prefer: 'respond-async' } });
  // A run that is new answers with its job; one that was done before may answer with its result at once.
  const id = isRecord(answer) ? (answer['envelopeId'] ?? answer['id']) : undefined;
  if (typeof id !== 'string') {
    throw new TypeError('the run has no id');
  }
  await Promise.all([refreshJobs(), refreshMaterials(), refreshAccount()]);
  return id;
}
