import { createDeferred } from '#core/lib/deferred.ts';
import { Failure } from '#core/lib/failure.ts';
import { transfer, wrap, type Remote } from '#wire/remote.ts';
import { Waiter } from '#core/lib/waiter.ts';
import type { FfmpegWorker, StreamMessage } from './ffmpeg.worker.ts';
import { closeGate, createGate, makeRoom } from './gate.ts';

/** The time limit for the start: a core is large, and the machine may be busy. */
const startTimeoutMs = 60_000;
/** Longer than any single step takes, such as opening a file or one frame of a huge one. */
const stepTimeoutMs = 120_000;

/** An instance of ffmpeg in its own thread. After a failure or a timeout it must only be closed. */
export class Ffmpeg {
  readonly #worker: Worker;
  readonly #remote: Remote<FfmpegWorker>;
  /** Rejects when the thread ends or cannot start, so that its calls do not wait forever. */
  readonly #death = createDeferred<never>();

  /** Starts an instance of a compiled core. */
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

  /** Mounts a file. Returns its path in the file system of ffmpeg. */
  mount(file: File): Promise<string> {
    return this.#inTime(this.#remote.mount(file), stepTimeoutMs);
  }

  /** Returns the JSON output of ffprobe for a mounted file. */
  probe(path: string): Promise<string> {
    return this.#inTime(this.#remote.probe(path), stepTimeoutMs);
  }

  /**
   * Runs ffmpeg. Yields its output to `/stream`, in chunks of `pieceBytes`, and the lines of its log that contain `lineMark`, in
   * order. Returning from the generator stops ffmpeg.
   */
  async *stream(
    args: string[],
    pieceBytes: number,
    lineMark: string,
  ): AsyncGenerator<Exclude<StreamMessage, { end: unknown }>, void> {
    const gate = createGate();
    const { port1, port2 } = new MessageChannel();
    const inbox = new Inbox(port1);
    // Errors arrive as the last message. The call itself fails only with its thread, which the timeout detects.
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

/** A queue of messages that are awaited one by one. */
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
