import { createDeferred } from '#core/deferred.ts';
import { Failure } from '#core/failure.ts';
import { transfer, wrap, type Remote } from '#wire/remote.ts';
import { Waiter } from '#core/waiter.ts';
import type { FfmpegWorker, StreamMessage } from './ffmpeg.worker.ts';
import { closeGate, createGate, makeRoom } from './gate.ts';

/** A core is large, and the machine may be busy. */
const startTimeoutMs = 60_000;
/** Longer than any single step takes: opening a file, one frame of a huge one. */
const stepTimeoutMs = 120_000;

/** An ffmpeg in a thread of its own. After a failure or a timeout it is not to be used again, only closed. */
export class Ffmpeg {
  readonly #worker: Worker;
  readonly #remote: Remote<FfmpegWorker>;
  /** Rejects when the thread dies, or never came to life: its calls would be waited for in vain. */
  readonly #death = createDeferred<never>();

  /** Starts one, of a core that is compiled. */
  static async open(core: WebAssembly.Module): Promise<Ffmpeg> {
    const ffmpeg = new Ffmpeg();
    try {
      await ffmpeg.#inTime(ffmpeg.#remote.load(core), startTimeoutMs);
      return ffmpeg;
    } catch (thrown) {
      ffmpeg.close();
      throw thrown;
    }
  }

  private constructor() {
    this.#worker = new Worker(new URL('./ffmpeg.worker.ts', import.meta.url), { type: 'module' });
    this.#remote = wrap<FfmpegWorker>(this.#worker);
    this.#death.promise.catch(() => undefined);
    this.#worker.addEventListener('error', ({ message }) =>
      this.#death.reject(
        new Failure('INTERNAL', { message: `The ffmpeg worker stopped: ${message || 'it could not be started'}.` }),
      ),
    );
  }

  /** Makes a file readable inside; the answer is its path there. */
  mount(file: File): Promise<string> {
    return this.#inTime(this.#remote.mount(file), stepTimeoutMs);
  }

  /** What ffprobe says of a file inside, as JSON. */
  probe(path: string): Promise<string> {
    return this.#inTime(this.#remote.probe(path), stepTimeoutMs);
  }

  /**
   * Runs ffmpeg and yields what it writes to `/stream`, in pieces of `pieceBytes`, and the lines of its log that hold
   * `lineMark`, in the order in which they came about. Who stops reading stops ffmpeg.
   */
  async *stream(
    args: string[],
    pieceBytes: number,
    lineMark: string,
  ): AsyncGenerator<Exclude<StreamMessage, { end: unknown }>, void> {
    const gate = createGate();
    const { port1, port2 } = new MessageChannel();
    const inbox = new Inbox(port1);
    // What goes wrong inside is the last message; the call itself fails only with its thread, which the timeout notices.
    void this.#remote.stream(args, transfer(port2, [port2]), { pieceBytes, lineMark, gate }).catch(() => undefined);
    try {
      for (;;) {
        const message = await this.#inTime(inbox.take(), stepTimeoutMs);
        if ('end' in message) {
          if (message.end.failure !== null) {
            throw new Error(message.end.failure);
          }
          return;
        }
        yield message;
        if ('piece' in message) {
          makeRoom(gate);
        }
      }
    } finally {
      closeGate(gate);
      port1.close();
    }
  }

  close(): void {
    this.#worker.terminate();
  }

  async #inTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`ffmpeg did not answer within ${timeoutMs / 1000} s`)), timeoutMs);
    });
    try {
      return await Promise.race([work, late, this.#death.promise]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Messages that are waited for one by one. */
class Inbox {
  readonly #messages: StreamMessage[] = [];
  readonly #waiter = new Waiter();

  constructor(port: MessagePort) {
    port.addEventListener('message', ({ data }: MessageEvent<StreamMessage>) => {
      this.#messages.push(data);
      this.#waiter.wake();
    });
    port.start();
  }

  async take(): Promise<StreamMessage> {
    for (;;) {
      const message = this.#messages.shift();
      if (message) {
        return message;
      }
      await this.#waiter.wait();
    }
  }
}
