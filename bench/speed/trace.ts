import type { Product } from '#test/support/product.ts';
import type { TraceEvent } from '../lib/trace-event.ts';
import type { StageTimes } from './stages/stopwatch.ts';

/** Traces the browser during the work: its tasks, its codecs, and the scripts that its threads run. */
export async function trace(
  { context, page }: Pick<Product, 'context' | 'page'>,
  work: () => Promise<void>,
): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const session = await context.newCDPSession(page);
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const includedCategories = ['toplevel', 'media', 'devtools.timeline', '__metadata'];
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories, excludedCategories: ['*'] },
  });
  await work();
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  return events;
}

/** Returns the CPU time of decoding, which has its own threads, and of encoding tasks in the pool. */
export function readCodecs(events: readonly TraceEvent[]): StageTimes {
  const names = new Map(
    events.filter(({ name }) => name === 'thread_name').map(({ pid, tid, args }) => [`${pid}.${tid}`, args?.['name']]),
  );
  const sum = (isMeant: (event: TraceEvent) => boolean) => {
    const tasks = events.filter((event) => event.ph === 'X' && isMeant(event));
    return { ms: tasks.reduce((total, { tdur }) => total + (tdur ?? 0), 0) / 1000, calls: tasks.length };
  };
  return {
    decode: sum(
      ({ pid, tid, name }) =>
        String(names.get(`${pid}.${tid}`)).startsWith('CodecWorker') && name === 'ThreadControllerImpl::RunTask',
    ),
    encode: sum(
      ({ args, name }) =>
        name === 'ThreadPool_RunTask' &&
        args?.['src_file'] === 'media/video/offloading_video_encoder.cc' &&
        args['src_func'] === 'Encode',
    ),
  };
}
