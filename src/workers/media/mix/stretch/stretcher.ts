import type { Stereo } from '../stereo.ts';

/** The library's functions by the names that its own script gives them, in the version that is pinned. */
type Exports = {
  /** The memory. */
  readonly e: WebAssembly.Memory;
  /** Constructors, then `main`: to be called once. */
  f(): void;
  y(argumentCount: number, argumentValues: number): number;
  /** Frames that lie ahead of what is given out: in the input, and in the output. */
  k(): number;
  l(): number;
  /** Sets it up for a number of channels and a sample rate. */
  n(channels: number, sampleRate: number): void;
  /** Makes room for planes of input and behind them of output; the answer is where they begin. */
  h(channels: number, frames: number): number;
  /** Takes input without giving any out, as what lies before the start. */
  v(inputFrames: number, speed: number): void;
  /** Makes so many output frames of so many input frames. */
  w(inputFrames: number, outputFrames: number): void;
};

const channels = 2;
const pageBytes = 65_536;
/** Input that a start should know: a block and an interval of the library's preset. */
export const preRollFrames = 7200;

/** Changes the tempo of sound and keeps its pitch, by Signalsmith Stretch. The same input makes the same output each time. */
export class Stretcher {
  readonly #exports: Exports;
  readonly #capacity: number;
  readonly #buffers: number;

  /** `mostFrames` is the most that goes in or comes out at once. */
  static async create(sampleRate: number, mostFrames: number): Promise<Stretcher> {
    return new Stretcher(await (compiled ??= compile()), sampleRate, mostFrames);
  }

  private constructor(module: WebAssembly.Module, sampleRate: number, mostFrames: number) {
    this.#exports = instantiate(module);
    this.#capacity = Math.max(preRollFrames, mostFrames);
    this.#exports.f();
    this.#exports.y(0, 0);
    this.#exports.n(channels, sampleRate);
    this.#buffers = this.#exports.h(channels, this.#capacity);
  }

  /** Frames of input from the one that is heard now to the one that goes in next. */
  get inputLatency(): number {
    return this.#exports.k();
  }

  /** Frames of output that come before the first one that is asked for. */
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

  /** A view of the memory, which may have grown since the last one. */
  #plane(index: number, length: number): Float32Array<ArrayBuffer> {
    return new Float32Array(this.#exports.e.buffer, this.#buffers + 4 * index * this.#capacity, length);
  }
}

let compiled: Promise<WebAssembly.Module> | null = null;

/** The package is made for a page's AudioWorklet; of its script only the WebAssembly is taken, which lies in it as base64. */
async function compile(): Promise<WebAssembly.Module> {
  const { default: script } = await import('signalsmith-stretch?raw');
  const [, base64 = ''] = /base64,([A-Za-z0-9+/=]+)/.exec(script) ?? [];
  return WebAssembly.compile(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
}

function instantiate(module: WebAssembly.Module): Exports {
  const memory = (): WebAssembly.Memory => exports.e;
  const imports = {
    /** Random bytes, for the phases of what is stretched to more than twice its length: the same each time. */
    a: (address: number, length: number): number => {
      new Uint8Array(memory().buffer, address, length).fill(1);
      return 0;
    },
    /** Memory for so many bytes. */
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the pinned module exports; a test knows
  const exports = found as unknown as Exports;
  return exports;
}
