import type { Stereo } from '../stereo.ts';

/** The library's functions by their names in its own script, in the pinned version. */
type Exports = {
  /** The memory. */
  readonly e: WebAssembly.Memory;
  /** Constructors, then `main`: must be called once. */
  f(): void;
  y(argumentCount: number, argumentValues: number): number;
  /** The latency in frames: of the input, and of the output. */
  k(): number;
  l(): number;
  /** Configures a number of channels and a sample rate. */
  n(channels: number, sampleRate: number): void;
  /** Allocates planes of input followed by planes of output; returns their address. */
  h(channels: number, frames: number): number;
  /** Adds input without output, such as the audio before the start. */
  v(inputFrames: number, speed: number): void;
  /** Computes output frames from input frames. */
  w(inputFrames: number, outputFrames: number): void;
};

const channels = 2;
const pageBytes = 65_536;
/** The input before a start that the library needs: a block and an interval of its preset. */
export const preRollFrames = 7200;

/** Changes the tempo of audio and preserves its pitch, by Signalsmith Stretch. The same input always gives the same output. */
export class Stretcher {
  readonly #exports: Exports;
  readonly #capacity: number;
  readonly #buffers: number;

  /** `maxFrames` is the maximum number of input or output frames per call. */
  static async create(sampleRate: number, maxFrames: number): Promise<Stretcher> {
    return new Stretcher(await (compiled ??= compile()), sampleRate, maxFrames);
  }

  private constructor(module: WebAssembly.Module, sampleRate: number, maxFrames: number) {
    this.#exports = instantiate(module);
    this.#capacity = Math.max(preRollFrames, maxFrames);
    this.#exports.f();
    this.#exports.y(0, 0);
    this.#exports.n(channels, sampleRate);
    this.#buffers = this.#exports.h(channels, this.#capacity);
  }

  /** Returns the input frames between the current output and the next input. */
  get inputLatency(): number {
    return this.#exports.k();
  }

  /** Returns the output frames before the first requested one. */
  get outputLatency(): number {
    return this.#exports.l();
  }

  seek(before: Stereo, speed: number): void {
    this.#write(before);
    this.#exports.v(before.left.length, speed);
  }

  process(input: Stereo, outputFrames: number): Stereo {
    this.#write(input);
    this.#exports.w(input.left.length, outputFrames);
    const read = (channel: number): Float32Array<ArrayBuffer> => this.#plane(channels + channel, outputFrames).slice();
    return { left: read(0), right: read(1) };
  }

  #write({ left, right }: Stereo): void {
    this.#plane(0, left.length).set(left);
    this.#plane(1, right.length).set(right);
  }

  /** Returns a view of the memory, which may have grown since the last one. */
  #plane(index: number, length: number): Float32Array<ArrayBuffer> {
    return new Float32Array(this.#exports.e.buffer, this.#buffers + 4 * index * this.#capacity, length);
  }
}

let compiled: Promise<WebAssembly.Module> | null = null;

/**
 * Compiles the library. The package is made for a page's AudioWorklet; only the WebAssembly in its script, which is base64, is
 * used.
 */
async function compile(): Promise<WebAssembly.Module> {
  const { default: script } = await import('signalsmith-stretch?raw');
  const [, base64 = ''] = /base64,([A-Za-z0-9+/=]+)/.exec(script) ?? [];
  return WebAssembly.compile(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
}

function instantiate(module: WebAssembly.Module): Exports {
  const memory = (): WebAssembly.Memory => exports.e;
  const imports = {
    /**
     * Fills memory with constant instead of random bytes, for reproducible phases of audio stretched to more than twice its length.
     */
    a: (address: number, length: number): number => {
      new Uint8Array(memory().buffer, address, length).fill(1);
      return 0;
    },
    /** Grows the memory to this number of bytes. */
    b: (bytes: number): number => {
      memory().grow(Math.max(0, Math.ceil((bytes - memory().buffer.byteLength) / pageBytes)));
      return 1;
    },
    c: (target: number, start: number, length: number): void => {
      new Uint8Array(memory().buffer).copyWithin(target, start, start + length);
    },
    d: (): never => {
      throw new Error('the stretcher stopped');
    },
  };
  const { exports: found } = new WebAssembly.Instance(module, { a: imports });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test checks the exports of the pinned module
  const exports = found as unknown as Exports;
  return exports;
}
