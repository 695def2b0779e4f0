import { isOpenStatus, type Job } from '#core/records.ts';
import { followJob } from './follow-job.ts';
import type { World } from './ports.ts';
import { toJobView } from './views.ts';

/** A job as server-sent events: `job` on every change, `preview` with a new picture, `end` at its end; a comment when it is quiet. */
export function toJobEvents(world: World, first: Job): Response {
  const rows = followJob(world, first.id);
  const utf8 = new TextEncoder();
  let timer: ReturnType<typeof setInterval> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const send = (text: string): void => controller.enqueue(utf8.encode(text));
      send('retry: 1000\n\n');
      timer = setInterval(() => send(': still here\n\n'), world.timing.heartbeatMs);
      void tell(world, rows, send)
        // A job that is gone, after a reset, has ended as well.
        .catch(() => undefined)
        .then(() => {
          if (timer !== undefined) {
            clearInterval(timer);
            send('event: end\ndata: {}\n\n');
            controller.close();
          }
        });
    },
    cancel: async () => {
      clearInterval(timer);
      timer = undefined;
      await rows.return(undefined);
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
}

async function tell(world: World, rows: AsyncGenerator<Job>, send: (text: string) => void): Promise<void> {
  const told = { job: '', preview: '' };
  for await (const job of rows) {
    const view = JSON.stringify(await toJobView(world, job));
    if (view !== told.job) {
      told.job = view;
      send(`event: job\ndata: ${view}\n\n`);
    }
    if (job.preview !== null && job.preview !== told.preview) {
      told.preview = job.preview;
      send(`event: preview\ndata: ${job.preview}\n\n`);
    }
    if (!isOpenStatus(job.status)) {
      return;
    }
  }
}
