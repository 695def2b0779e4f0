/** A request of a worker to its page. One port carries the messages of the new worker, the other one its end and its errors. */
export type NestedStart = { readonly nestedWorker: { readonly url: string; readonly name: string } };

/** A message on the second port: the page reports an error of the worker, or the requester terminates the worker. */
export type NestedControl = { readonly error: string } | 'terminate';

/** The first message to `nested.worker.ts`, with the port for all others. */
export type NestedOpening = { readonly url: string };

const isNestedStart = (data: unknown): data is NestedStart =>
  typeof data === 'object' && data !== null && 'nestedWorker' in data;

/**
 * Starts, in a page, the workers that `worker` requests instead of calling `new Worker`; see `nested-workers.ts`. Returns a
 * function that terminates all of them. Call it when `worker` ends, because the browser terminates only workers that a worker has
 * started itself.
 */
export function startNestedWorkers(worker: Worker): () => void {
  const ends = new Set<() => void>();
  worker.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    const [messages, control] = ports;
    if (isNestedStart(data) && messages && control) {
      const end = startOne(data, messages, control, () => ends.delete(end));
      ends.add(end);
    }
  });
  return () => ends.forEach((end) => end());
}

function startOne({ nestedWorker }: NestedStart, messages: MessagePort, control: MessagePort, onEnd: () => void) {
  const { url, name } = nestedWorker;
  const worker = new Worker(new URL('../workers/nested.worker.ts', import.meta.url), { type: 'module', name });
  const endNested = startNestedWorkers(worker);
  const end = (): void => {
    worker.terminate();
    control.close();
    endNested();
    onEnd();
  };
  worker.addEventListener('error', ({ message }) => control.postMessage({ error: message } satisfies NestedControl));
  control.addEventListener('message', end);
  control.start();
  worker.postMessage({ url } satisfies NestedOpening, [messages]);
  return end;
}
