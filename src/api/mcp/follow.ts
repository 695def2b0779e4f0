import { EventSourceParserStream } from 'eventsource-parser/stream';
import { isOpenStatus } from '#core/job-status.ts';
import { jobView, type JobView } from '#operations/jobs.ts';
import { operations } from '#operations/registry.ts';
import type { ApiCalls, Outcome } from './api-calls.ts';

type Wait = {
  /** In milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onJob: (job: JobView) => Promise<void>;
};

/** The job once it has ended or waits for review, or as it is when the time is over. */
export async function followUntilDue(calls: ApiCalls, envelopeId: string, wait: Wait): Promise<Outcome> {
  const response = await calls.open(operations.watchJob, { envelopeId });
  if (!response.ok || !response.body) {
    return calls.toOutcome(response);
  }
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  const stop = (): void => void events.cancel().catch(() => undefined);
  const timer = setTimeout(stop, wait.timeoutMs);
  wait.signal.addEventListener('abort', stop);
  try {
    for (let next = await events.read(); !next.done; next = await events.read()) {
      const job = next.value.event === 'job' ? jobView.parse(JSON.parse(next.value.data)) : undefined;
      await (job && wait.onJob(job));
      if (job && isDue(job)) {
        break;
      }
    }
  } finally {
    clearTimeout(timer);
    wait.signal.removeEventListener('abort', stop);
    stop();
  }
  return calls.call(operations.getJob, { envelopeId });
}

/** True for a job that somebody should look at now. */
const isDue = ({ status }: JobView): boolean => status === 'awaiting_review' || !isOpenStatus(status);
