import { isOpenStatus } from '#core/model/job-status.ts';
import type { Job } from '#core/model/records.ts';
import { followJob } from './follow-job.ts';
import type { ApiContext } from './ports.ts';
import { toJobView } from './views.ts';

/**
 * Returns a job as server-sent events: `job` on every change, `preview` with a new preview image, `end` at the end of the job, and
 * a comment while nothing changes. Events are created when they are read, so a slow client skips intermediate states and no events
 * are queued.
 */
export function toJobEvents(context: ApiContext, { id }: Job): Response {
  const rows = followJob(context, id);
  const events = tell(context, rows);
  const utf8 = new TextEncoder();
  let timer: ReturnType<typeof setInterval> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const beat = (): void => {
        if ((controller.desiredSize ?? 0) > 0) {
          controller.enqueue(utf8.encode(': still here\n\n'));
        }
      };
      timer = setInterval(beat, context.timing.heartbeatMs);
    },
    pull: async (controller) => {
      const { done, value } = await events.next();
      if (!done) {
        controller.enqueue(utf8.encode(value));
        return;
      }
      clearInterval(timer);
      controller.close();
    },
    cancel: async () => {
      clearInterval(timer);
      // Does not use `events`, which continues only when the job changes. That may never happen.
      await rows.return(undefined);
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
}

async function* tell(context: ApiContext, rows: AsyncGenerator<Job>): AsyncGenerator<string, undefined> {
  yield 'retry: 1000\n\n';
  try {
    yield* tellChanges(context, rows);
  } catch {
    // A job that was deleted by a reset has ended too.
  }
  yield 'event: end\ndata: {}\n\n';
}

async function* tellChanges(context: ApiContext, rows: AsyncGenerator<Job>): AsyncGenerator<string, undefined> {
  const told = { job: '', preview: '' };
  for await (const job of rows) {
    const view = JSON.stringify(await toJobView(context, job));
    if (view !== told.job) {
      told.job = view;
      yield `event: job\ndata: ${view}\n\n`;
    }
    if (job.snapshot !== null && job.snapshot !== told.preview) {
      told.preview = job.snapshot;
      yield `event: preview\ndata: ${job.snapshot}\n\n`;
    }
    if (!isOpenStatus(job.status)) {
      return;
    }
  }
}
