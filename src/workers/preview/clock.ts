import { soundRate, type SoundCommand, type SoundPosition } from '#core/protocol/preview.ts';
import { Waiter } from '#core/lib/waiter.ts';
import type { Mix } from '../media/mix/mix.ts';

/** Returns the current time of the canvas during playback. */
export interface Clock {
  /** Returns seconds of the canvas. */
  now(): number;
  stop(): void;
}

/** Starts a clock for canvases without audio and for speeds other than the normal one. */
export function startTimer(startSeconds: number, rate: number): Clock {
  const startedAt = performance.now();
  return { now: () => startSeconds + (rate * (performance.now() - startedAt)) / 1000, stop: () => undefined };
}

/** The maximum amount of audio that is mixed ahead of the audible position, in samples. */
const aheadSamples = soundRate / 2;
/** The maximum time that is extrapolated between two position reports of the audio output. */
const maxGuessedMs = 60;

/** The maximum wait for the audio output's first report; after it, the clock follows the system time. */
const maxSilentMs = 1500;

let lastNonce = 0;

/** Plays a mix from its start, and follows the position of the audio output. */
export class SoundClock implements Clock {
  readonly #nonce = ++lastNonce;
  readonly #line: MessagePort;
  readonly #startSeconds: number;
  readonly #hear = ({ data }: MessageEvent<SoundPosition>): void => this.#note(data);
  readonly #waiter = new Waiter();
  readonly #startedAt = performance.now();
  /** Whether the audio output has reported a position yet. */
  #isHeard = false;
  #sent = 0;
  #played = 0;
  #toldAt = 0;
  #isStopped = false;

  /** `line` is connected to the audio output. The mix starts at `startSeconds` of the canvas and is closed at its end. */
  constructor(mix: Mix, line: MessagePort, startSeconds: number, onFailure: (thrown: unknown) => void) {
    this.#line = line;
    this.#startSeconds = startSeconds;
    line.addEventListener('message', this.#hear);
    this.#post({ type: 'start', nonce: this.#nonce });
    this.#feed(mix).catch((thrown: unknown) => {
      // A stopped mix can be closed during a read.
      if (!this.#isStopped) {
        onFailure(thrown);
      }
    });
  }

  now(): number {
    const silentMs = performance.now() - this.#startedAt - maxSilentMs;
    if (!this.#isHeard && silentMs > 0) {
      return this.#startSeconds + silentMs / 1000;
    }
    const guessedMs = this.#played === 0 ? 0 : Math.min(maxGuessedMs, performance.now() - this.#toldAt);
    return this.#startSeconds + this.#played / soundRate + guessedMs / 1000;
  }

  stop(): void {
    this.#isStopped = true;
    this.#line.removeEventListener('message', this.#hear);
    this.#post({ type: 'stop', nonce: this.#nonce });
    this.#waiter.wake();
  }

  #note({ nonce, played }: SoundPosition): void {
    this.#isHeard ||= nonce === this.#nonce;
    if (nonce === this.#nonce && played > this.#played) {
      this.#played = played;
      this.#toldAt = performance.now();
      this.#waiter.wake();
    }
  }

  async #feed(mix: Mix): Promise<void> {
    for await (const block of mix.blocks()) {
      while (!this.#isStopped && this.#sent - this.#played > aheadSamples) {
        await this.#waiter.wait();
      }
      if (this.#isStopped) {
        break;
      }
      this.#sent += block.left.length;
      // Both channels can share one buffer, which can be transferred only once.
      const [left, right] = [block.left.slice(), block.right.slice()];
      this.#post({ type: 'block', nonce: this.#nonce, left, right }, [left.buffer, right.buffer]);
    }
    await mix.close();
  }

  #post(command: SoundCommand, transfer: Transferable[] = []): void {
    this.#line.postMessage(command, transfer);
  }
}
