import type { NestedControl, NestedStart } from './start-nested-workers.ts';

/**
 * Starts workers from a worker through the page. In Firefox (ESR 153) `new Worker` inside a worker sometimes never returns, because
 * it waits for the main thread. So the page calls the constructor (`start-nested-workers.ts`), and gives the two workers a channel
 * of their own.
 */

/** The key of the function with which a worker posts to the page, even if its `postMessage` leads to another worker. */
const pageKey: unique symbol = Symbol.for('offcut:post-to-page');
type PostToPage = (message: NestedStart, transfer: Transferable[]) => void;
type Scope = typeof self & { [pageKey]?: PostToPage };

const scope = (): Scope => self;

/** Replaces `Worker` in this worker. Call it before any code starts a worker. */
export function avoidBlockingConstructor(): void {
  if (!scope()[pageKey]) {
    scope()[pageKey] = self.postMessage.bind(self);
    self.Worker = NestedWorker;
  }
}

/** An implementation of `Worker` for module scripts only. */
class NestedWorker extends EventTarget implements Worker {
  onmessage: Worker['onmessage'] = null;
  onmessageerror: Worker['onmessageerror'] = null;
  onerror: Worker['onerror'] = null;
  readonly #messages: MessagePort;
  readonly #control: MessagePort;

  constructor(url: string | URL, { name = '' }: WorkerOptions = {}) {
    super();
    const [messages, control] = [new MessageChannel(), new MessageChannel()];
    this.#messages = messages.port1;
    this.#control = control.port1;
    this.#messages.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
      const event = new MessageEvent('message', { data, ports: [...ports] });
      this.onmessage?.(event);
      this.dispatchEvent(event);
    });
    this.#control.addEventListener('message', ({ data }: MessageEvent<NestedControl>) => {
      if (data !== 'terminate') {
        const event = new ErrorEvent('error', { message: data.error });
        this.onerror?.(event);
        this.dispatchEvent(event);
      }
    });
    this.#messages.start();
    this.#control.start();
    const start: NestedStart = { nestedWorker: { url: new URL(url, self.location.href).href, name } };
    scope()[pageKey]?.(start, [messages.port2, control.port2]);
  }

  postMessage(message: unknown, transfer: Transferable[] | StructuredSerializeOptions = []): void {
    this.#messages.postMessage(message, Array.isArray(transfer) ? { transfer } : transfer);
  }

  terminate(): void {
    this.#control.postMessage('terminate' satisfies NestedControl);
    this.#messages.close();
  }
}
