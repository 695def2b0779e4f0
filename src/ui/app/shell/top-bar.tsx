import type { JobView } from '#operations/jobs.ts';
import { account, labWords } from '../account.ts';
import { enginePlace } from '../engine-host.ts';
import { toDuration, toNumber, toPercent } from '#ui/kit/format.ts';
import { hostState } from '../host.ts';
import { activeJob, waitingJob } from '#ui/pages/jobs/jobs.ts';
import { isNarrow } from '#ui/kit/narrow.ts';
import { toHref } from '../navigation.ts';
import { Brand } from './rail.tsx';

/** The bar at the top: the state of the engine, and the balance. */
export function TopBar() {
  const job = activeJob.value ?? waitingJob.value;
  const { words, look } = readState(job);
  return (
    <header class="top">
      <Brand />
      <span class={`chip num ${look}`}>
        {job ? <a href={toHref({ page: 'job', jobId: job.id })}>{words}</a> : words}
      </span>
      {labWords.value && (
        <a class="chip chip-warn" href={toHref({ page: 'lab' })}>
          {labWords.value}
        </a>
      )}
      {account.value && (
        <a class="num" href={toHref({ page: 'ledger' })}>
          {toNumber(account.value.creditsRemaining)} credits
        </a>
      )}
    </header>
  );
}

function readState(job: JobView | null): { words: string; look: string } {
  if (hostState.value.kind === 'failed' || enginePlace.value === 'failed') {
    return { words: 'Engine not started', look: 'chip-bad' };
  }
  if (hostState.value.kind !== 'ready' || enginePlace.value === 'starting') {
    return { words: 'Starting', look: '' };
  }
  if (job?.status === 'awaiting_review') {
    return { words: 'A job needs review', look: 'chip-warn' };
  }
  if (job) {
    return { words: toWork(job), look: 'chip-going' };
  }
  return { words: enginePlace.value === 'elsewhere' ? 'Ready, in another tab' : 'Ready', look: 'chip-good' };
}

function toWork({ status, stage, progress, etaSeconds }: JobView): string {
  const share = status === 'queued' ? 'Queued' : `${stage}, ${toPercent(progress)}`;
  // A phone has no space for more; the job's page shows it.
  return status === 'running' && etaSeconds !== null && !isNarrow.value
    ? `${share}, ${toDuration(etaSeconds)} left`
    : share;
}
