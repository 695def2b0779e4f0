import { soundRate, type SoundCommand, type SoundPosition } from '#core/protocol/preview.ts';
import { Waiter } from '#core/lib/waiter.ts';
import type { Mix } from '../media/mix/mix.ts';

/** Says what time of the canvas it is while it plays. */
export interface Clock {
  /** Seconds of the canvas. */
  now(): number;
  stop(): void;
}

/** For a canvas without sound, and for other speeds than the usual one. */
export function startTimer(startSeconds: number, rate: number): Clock {
  const startedAt = performance.now();
  return { now: () => startSeconds + (rate * (performance.now() - startedAt)) / 1000, stop: () => undefined };
}

/** So much sound is mixed ahead of what is heard, in samples. */
const aheadSamples = soundRate / 2;
/** The position is told in steps; between two of them time goes on by itself, for so long at most. */
const maxGuessedMs = 60;

/** A loudspeaker that says nothing for so long is none: time passes by itself then. */
const maxSilentMs = 1500;

let lastNonce = 0;

/** Plays a mix from its start, and goes by what was heard of it. */
export class SoundClock implements Clock {
  readonly #nonce = ++lastNonce;
  readonly #line: MessagePort;
  readonly #startSeconds: number;
  readonly #hear = ({ data }: MessageEvent<SoundPosition>): void => this.#note(data);
  readonly #waiter = new Waiter();
  readonly #startedAt = performance.now();
  /** Whether the loudspeaker has answered at all. */
  #isHeard = false;
  #sent = 0;
  #played = 0;
  #toldAt = 0;
  #isStopped = false;

  /** `line` leads to the loudspeaker; the mix begins at `startSeconds` of the canvas, and is closed when it is over. */
  constructor(mix: Mix, line: MessagePort, startSeconds: number, onFailure: (thrown: unknown) => void) {
    this.#line = line;
    this.#startSeconds = startSeconds;
    line.addEventListener('message', this.#hear);
    this.#post({ type: 'start', nonce: this.#nonce });
    this.#feed(mix).catch((thrown: unknown) => {
      // What was stopped may be closed while it still reads.
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
      // Both may be the same samples, which can be given away only once.
      const [left, right] = [block.left.slice(), block.right.slice()];
      this.#post({ type: 'block', nonce: this.#nonce, left, right }, [left.buffer, right.buffer]);
    }
    await mix.close();
  }

  #post(command: SoundCommand, transfer: Transferable[] = []): void {
    this.#line.postMessage(command, transfer);
  }
}
