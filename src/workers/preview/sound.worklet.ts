import type { SoundCommand, SoundPosition } from '#core/protocol/preview.ts';

/** The scope of an AudioWorklet, which TypeScript's libraries do not declare. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

type Block = Extract<SoundCommand, { type: 'block' }>;

/** The number of calls between two position reports, of 128 samples each: about ten milliseconds. */
const callsPerReport = 4;

/** Plays the blocks that arrive over its port, and reports its position: the clock of the preview. */
class PreviewSound extends AudioWorkletProcessor {
  #line: MessagePort | null = null;
  #blocks: Block[] = [];
  #offset = 0;
  #nonce = -1;
  #played = 0;
  #calls = 0;

  constructor() {
    super();
    this.port.addEventListener('message', ({ data }: MessageEvent<MessagePort>) => {
      this.#line = data;
      data.addEventListener('message', (event: MessageEvent<SoundCommand>) => this.#obey(event.data));
      data.start();
    });
    this.port.start();
  }

  process(_: unknown, outputs: Float32Array[][]): boolean {
    const [left, right] = outputs[0] ?? [];
    if (left && right) {
      this.#fill(left, right);
    }
    this.#calls += 1;
    if (this.#nonce >= 0 && this.#calls % callsPerReport === 0) {
      this.#line?.postMessage({ nonce: this.#nonce, played: this.#played } satisfies SoundPosition);
    }
    return true;
  }

  #obey(command: SoundCommand): void {
    if (command.type === 'block') {
      if (command.nonce === this.#nonce) {
        this.#blocks.push(command);
      }
      return;
    }
    if (command.type === 'stop' && command.nonce !== this.#nonce) {
      // The next playback has already started.
      return;
    }
    this.#nonce = command.type === 'start' ? command.nonce : -1;
    this.#blocks = [];
    this.#offset = 0;
    this.#played = 0;
  }

  /** Fills the output. Late samples are silence, and the clock stops meanwhile. */
  #fill(left: Float32Array, right: Float32Array): void {
    let filled = 0;
    for (let [block] = this.#blocks; block && filled < left.length; [block] = this.#blocks) {
      const count = Math.min(left.length - filled, block.left.length - this.#offset);
      left.set(block.left.subarray(this.#offset, this.#offset + count), filled);
      right.set(block.right.subarray(this.#offset, this.#offset + count), filled);
      filled += count;
      this.#offset += count;
      if (this.#offset === block.left.length) {
        this.#blocks.shift();
        this.#offset = 0;
      }
    }
    this.#played += filled;
  }
}

registerProcessor('preview-sound', PreviewSound);
