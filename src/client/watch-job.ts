import type { EventSourceMessage } from 'eventsource-parser';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { wait, type Connection } from './connection.ts';
import { OffcutError } from './offcut-error.ts';
import type { Job } from './types.generated.ts';

export type WatchOptions = {
  /** Ends the wait. The job continues; `jobs.cancel` ends it. */
  readonly signal?: AbortSignal | undefined;
  /** The interval between two requests for the job if the server has no events, in milliseconds. The default is 500. */
  readonly pollMs?: number | undefined;
};

/** A state of a job, or its newest frame as a data URL. */
export type JobEvent =
  | { readonly type: 'job'; readonly job: Job }
  | { readonly type: 'preview'; readonly dataUrl: string };

/**
 * The longest time without a byte from the event stream, in milliseconds. The API sends a comment every 5 seconds, but a
 * server in between may hold them back.
 */
const maxSilenceMs = 20_000;

/**
 * Yields the states of a job until it has ended: by server-sent events, or by polling if the server has none. A lost connection is
 * opened again. A state may be older than the one before. Throws OffcutError, with JOB_NOT_FOUND too.
 */
export async function* watchJob(
  connection: Connection,
  jobId: string,
  { signal, pollMs = 500 }: WatchOptions = {},
): AsyncGenerator<JobEvent, void, undefined> {
  let news: News = 'lost';
  for (;;) {
    const { data: job } = await connection.call('getJob', { params: { envelopeId: jobId }, signal });
    yield { type: 'job', job };
    if (isEnded(job)) {
      return;
    }
    if (news === 'lost') {
      news = yield* readNews(connection, jobId, signal);
    }
    if (news === 'ended') {
      return;
    }
    await wait(pollMs, signal);
  }
}

const isEnded = ({ status }: Job): boolean => status === 'completed' || status === 'failed' || status === 'canceled';

/** The reason why a stream of events ended: the job has ended, the connection was lost, or the server has no events. */
type News = 'ended' | 'lost' | 'absent';

/** Yields the events of a job until the job or the connection ends. */
async function* readNews(
  connection: Connection,
  jobId: string,
  given: AbortSignal | undefined,
): AsyncGenerator<JobEvent, News, undefined> {
  const end = new AbortController();
  const signal = given ? AbortSignal.any([given, end.signal]) : end.signal;
  try {
    const { body, headers } = await connection.open('watchJob', { params: { envelopeId: jobId }, signal });
    if (!body || !headers.get('Content-Type')?.startsWith('text/event-stream')) {
      return 'absent';
    }
    for await (const { event, data } of readEvents(body, () => end.abort())) {
      if (event === 'job') {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the wire
        const job = JSON.parse(data) as Job;
        yield { type: 'job', job };
        if (isEnded(job)) {
          return 'ended';
        }
      } else if (event === 'preview') {
        yield { type: 'preview', dataUrl: data };
      }
    }
    return 'lost';
  } catch (thrown) {
    given?.throwIfAborted();
    // The next request for the job reports an error that lasts.
    return thrown instanceof OffcutError && !thrown.retryable ? 'absent' : 'lost';
  } finally {
    // Closes the connection, if the caller stops early too.
    end.abort();
  }
}

/** Reads server-sent events. Calls `onSilence` after a time without a byte. */
async function* readEvents(
  body: ReadableStream<BufferSource>,
  onSilence: () => void,
): AsyncGenerator<EventSourceMessage> {
  let timer = setTimeout(onSilence, maxSilenceMs);
  const heard = new TransformStream<BufferSource, BufferSource>({
    transform: (piece, controller) => {
      clearTimeout(timer);
      timer = setTimeout(onSilence, maxSilenceMs);
      controller.enqueue(piece);
    },
  });
  const events = body
    .pipeThrough(heard)
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  // Avoids `for await` on the stream: only the newest Safari supports it.
  const reader = events.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      yield read.value;
    }
  } finally {
    clearTimeout(timer);
  }
}
