import { binary } from './binary.ts';
import type { Exports } from './exports.ts';

type Argument = number | Uint8Array | Uint8ClampedArray | Int32Array | Float32Array | Float64Array;
type Calls = Record<keyof Exports, (...args: number[]) => number>;

const pageBytes = 65_536;
/** Extra bytes after each array: vectors are read and written whole, even where a plane ends within one. */
const padding = 64;

let compiled: WebAssembly.Module | null = null;

/**
 * The inner loops over pixels in WebAssembly, with vectors of 128 bits, and a memory for their planes. Arrays in this memory are
 * views that stay valid as long as it exists and never move.
 */
export class Kernels {
  readonly run: Exports;
  readonly #memory: WebAssembly.Memory;
  #used = 0;

  /** `capacity`, in bytes, can be generous: untouched memory is not allocated. */
  constructor(capacity: number) {
    compiled ??= new WebAssembly.Module(Uint8Array.from(atob(binary), (one) => one.charCodeAt(0)));
    this.#memory = new WebAssembly.Memory({ initial: Math.ceil(capacity / pageBytes) });
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory: this.#memory } });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test checks the exports of the compiled module
    this.run = withArrays(exports as Calls, this.#memory.buffer) as Record<keyof Exports, unknown> as Exports;
  }

  bytes(length: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#buffer, this.#take(length), length);
  }

  ints(length: number): Int32Array<ArrayBuffer> {
    return new Int32Array(this.#buffer, this.#take(4 * length), length);
  }

  floats(length: number): Float32Array<ArrayBuffer> {
    return new Float32Array(this.#buffer, this.#take(4 * length), length);
  }

  doubles(length: number): Float64Array<ArrayBuffer> {
    return new Float64Array(this.#buffer, this.#take(8 * length), length);
  }

  get #buffer(): ArrayBuffer {
    return this.#memory.buffer;
  }

  /** Allocates a block of the memory. Throws a RangeError if the capacity is used up. */
  #take(byteLength: number): number {
    const start = this.#used;
    this.#used = Math.ceil((start + byteLength + padding) / 16) * 16;
    if (this.#used > this.#buffer.byteLength) {
      throw new RangeError(`the kernel memory of ${this.#buffer.byteLength} bytes is too small`);
    }
    return start;
  }
}

/**
 * Wraps the exported functions so that they take arrays instead of addresses. They throw for an array of another memory, which is a
 * bug of the caller.
 */
function withArrays(calls: Calls, memory: ArrayBuffer): Record<string, (...args: Argument[]) => number> {
  const toAddress = (one: Argument): number => {
    if (typeof one === 'number') {
      return one;
    }
    if (one.buffer !== memory) {
      throw new TypeError('an array passed to the kernels is outside of their memory');
    }
    return one.byteOffset;
  };
  const wrapped = Object.entries(calls).map(([name, call]) => [
    name,
    (...args: Argument[]) => call(...args.map(toAddress)),
  ]);
  return Object.fromEntries(wrapped);
}
