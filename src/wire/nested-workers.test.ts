import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { avoidBlockingConstructor } from './nested-workers.ts';
import { startNestedWorkers, type NestedOpening } from './start-nested-workers.ts';

/** A worker as a page has it, which records its messages. */
class PageWorker extends EventTarget {
  static started: PageWorker[] = [];
  readonly sent: { message: unknown; ports: MessagePort[] }[] = [];
  isTerminated = false;
  readonly #name: string;

  constructor(_url: URL, { name }: { name: string }) {
    super();
    this.#name = name;
    PageWorker.started.push(this);
  }

  get name(): string {
    return this.#name;
  }

  postMessage(message: unknown, ports: MessagePort[]): void {
    this.sent.push({ message, ports });
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

const created = (index: number): PageWorker => {
  const worker = PageWorker.started[index];
  if (!worker) {
    throw new Error(`the page has started ${PageWorker.started.length} workers`);
  }
  return worker;
};

/** Makes this thread a worker in Firefox, which `worker` represents in the page. */
function enter(worker: EventTarget): void {
  vi.stubGlobal('self', {
    location: { href: 'http://127.0.0.1/assets/engine.js' },
    postMessage: (data: unknown, ports: MessagePort[]) =>
      worker.dispatchEvent(new MessageEvent('message', { data, ports })),
    Worker: PageWorker,
  });
  avoidBlockingConstructor();
}

const nextMessage = (target: EventTarget): Promise<unknown> =>
  new Promise((resolve) => {
    target.addEventListener('message', (event) => resolve(event instanceof MessageEvent && event.data), { once: true });
  });

beforeEach(() => {
  PageWorker.started = [];
  vi.stubGlobal('Worker', PageWorker);
  vi.stubGlobal('ErrorEvent', class extends MessageEvent<unknown> {});
});

afterEach(() => void vi.unstubAllGlobals());

it('lets the page start a worker with its name, and connects the two', async () => {
  const engine = new EventTarget();
  startNestedWorkers(engine as Worker);
  enter(engine);
  const worker = new self.Worker('inferenceWorker.js', { type: 'module', name: 'inference' });
  const [opening] = created(0).sent;
  expect(created(0).name).toBe('inference');
  expect(opening?.message).toEqual({ url: 'http://127.0.0.1/assets/inferenceWorker.js' } satisfies NestedOpening);

  const [port] = opening?.ports ?? [];
  port?.postMessage('from the nested worker');
  await expect(nextMessage(worker)).resolves.toBe('from the nested worker');
  worker.postMessage('to the nested worker');
  port?.start();
  await expect(port && nextMessage(port)).resolves.toBe('to the nested worker');
  worker.terminate();
});

it('reports an error of the nested worker', async () => {
  const engine = new EventTarget();
  startNestedWorkers(engine as Worker);
  enter(engine);
  const worker = new self.Worker('inferenceWorker.js');
  const failing = new Promise((resolve) => worker.addEventListener('error', resolve));
  created(0).dispatchEvent(Object.assign(new Event('error'), { message: 'no memory' }));
  await failing;
  worker.terminate();
});

it('terminates a nested worker with all workers that it has started', async () => {
  const engine = new EventTarget();
  startNestedWorkers(engine as Worker);
  enter(engine);
  const matting = new self.Worker('matting.js');
  enter(created(0));
  expect(new self.Worker('inferenceWorker.js')).toBeDefined();
  expect(created(1).isTerminated).toBe(false);
  matting.terminate();
  await vi.waitFor(() => expect(created(1).isTerminated).toBe(true));
  expect(created(0).isTerminated).toBe(true);
});

it('terminates all workers of a worker that has ended itself', () => {
  const engine = new EventTarget();
  const end = startNestedWorkers(engine as Worker);
  enter(engine);
  const workers = [new self.Worker('matting.js'), new self.Worker('media.js')];
  end();
  expect(workers.map((_, index) => created(index).isTerminated)).toEqual([true, true]);
});
