import { dropUnused } from '#store/asset-uses.ts';
import { claimJob } from '#store/jobs.ts';
import { trimIntermediates } from '#store/intermediates.ts';
import { recoverJobs } from '#store/losses.ts';
import { expireReviews } from '#store/reviews.ts';
import { sweepFiles } from '#store/sweep.ts';
import { changes } from '#wire/bell.ts';
import { checkModels } from './check-models.ts';
import { runTasks } from './tasks.ts';
import { lookAgainMs, type EnginePorts } from './ports.ts';
import { runJob } from './run-job.ts';

/**
 * Claims jobs one after the other and settles them, runs tasks, and checks added models, until `signal` aborts. The current job then
 * stays as it is, for the next engine. Only the holder of the engine lock may call it: it treats every running job as an orphan of an
 * ended engine.
 */
export async function runEngine(ports: EnginePorts, signal: AbortSignal): Promise<void> {
  const { store, bell, clock, endedEngines } = ports;
  await recoverJobs(store, endedEngines, clock.now());
  await dropUnused(store);
  await sweepFiles(store);
  bell.ring('jobs');
  if (signal.aborted) {
    return;
  }
  // If one of them fails, the others must end too, before another engine receives the lock.
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  signal.addEventListener('abort', abort);
  const works = [runJobs(ports, stop.signal), checkModels(ports, stop.signal), runTasks(ports, stop.signal)];
  const ends = await Promise.allSettled(works.map((work) => work.finally(abort)));
  signal.removeEventListener('abort', abort);
  for (const end of ends) {
    if (end.status === 'rejected') {
      throw end.reason;
    }
  }
}

async function runJobs(ports: EnginePorts, signal: AbortSignal): Promise<void> {
  const { store, bell, clock, engineId } = ports;
  for await (const _ of changes(bell, 'jobs', lookAgainMs, signal)) {
    if ((await expireReviews(store, clock.now())) > 0) {
      bell.ring('jobs');
      bell.ring('account');
    }
    let job = await claimJob(store, engineId, clock.now());
    while (job) {
      await runJob(ports, job, signal);
      await trimIntermediates(store);
      job = signal.aborted ? undefined : await claimJob(store, engineId, clock.now());
    }
  }
}
