import { binary } from './binary.ts';

/** What `assembly/` exports; arrays are some of the same memory, and go by their addresses. */
type Exports = {
  resample(
    source: Uint8Array,
    sourceWidth: number,
    rowStarts: Int32Array,
    rowWeights: Int32Array,
    rowPairs: number,
    row: Float32Array,
    columnStarts: Int32Array,
    columnWeights: Float32Array,
    columnQuads: number,
    target: Float32Array,
    width: number,
    height: number,
  ): void;
  buildSums(
    y: Float32Array,
    u: Float32Array,
    v: Float32Array,
    matte: Float32Array,
    width: number,
    height: number,
    shares: Float32Array,
    shareSums: Int32Array,
    subjectSums: Int32Array,
    backgroundSums: Int32Array,
    subjectColours: Float32Array,
    backgroundColours: Float32Array,
  ): void;
  findEdges(
    shareSums: Int32Array,
    width: number,
    height: number,
    radius: number,
    kinds: Uint8Array,
    edges: Int32Array,
  ): number;
  measureColours(
    y: Float32Array,
    u: Float32Array,
    v: Float32Array,
    shares: Float32Array,
    width: number,
    height: number,
    totals: Float64Array,
  ): void;
  gatherWide(
    edges: Int32Array,
    count: number,
    shares: Float32Array,
    width: number,
    height: number,
    radius: number,
    subjectSums: Int32Array,
    backgroundSums: Int32Array,
    mean: Float32Array,
    screenU: number,
    screenV: number,
    subjectColours: Float32Array,
    backgroundColours: Float32Array,
    hueLimits: Float32Array,
  ): void;
  gatherNear(
    edges: Int32Array,
    count: number,
    shares: Float32Array,
    width: number,
    height: number,
    radius: number,
    shown: Float32Array,
    subjectColours: Float32Array,
    backgroundColours: Float32Array,
    subject: Float32Array,
    background: Float32Array,
  ): void;
  layFlatLines(kinds: Uint8Array, size: number, lines: Float32Array): void;
  fitLumaLines(
    edges: Int32Array,
    count: number,
    y: Float32Array,
    matte: Float32Array,
    width: number,
    height: number,
    radius: number,
    smoothness: number,
    lines: Float32Array,
  ): void;
  fitColourLines(
    edges: Int32Array,
    count: number,
    y: Float32Array,
    u: Float32Array,
    v: Float32Array,
    matte: Float32Array,
    width: number,
    height: number,
    radius: number,
    smoothness: number,
    lines: Float32Array,
  ): void;
  averageLines(
    kinds: Uint8Array,
    width: number,
    height: number,
    radius: number,
    lines: Float32Array,
    planes: Float32Array,
  ): void;
  paintAlpha(
    kinds: Uint8Array,
    planes: Float32Array,
    gridWidth: number,
    gridHeight: number,
    isColour: number,
    columnStarts: Int32Array,
    distances: Float32Array,
    rowStarts: Int32Array,
    low: number,
    gain: number,
    y: Uint8Array,
    u: Uint8Array,
    v: Uint8Array,
    width: number,
    height: number,
    alpha: Uint8ClampedArray,
    cells: Uint8Array,
    runs: Int32Array,
    ramps: Float32Array,
  ): void;
  paintColours(
    kinds: Uint8Array,
    subject: Float32Array,
    background: Float32Array,
    hueLimits: Float32Array,
    gridWidth: number,
    gridHeight: number,
    columnStarts: Int32Array,
    columns: Int32Array,
    rows: Int32Array,
    isDecontaminating: number,
    fillY: number,
    fillU: number,
    fillV: number,
    screenU: number,
    screenV: number,
    strength: number,
    y: Uint8Array,
    u: Uint8Array,
    v: Uint8Array,
    width: number,
    height: number,
    alpha: Uint8ClampedArray,
    runs: Int32Array,
  ): void;
  toRgb(
    y: Float32Array,
    u: Float32Array,
    v: Float32Array,
    size: number,
    luma: number,
    redV: number,
    greenU: number,
    greenV: number,
    blueU: number,
    rgb: Uint8Array,
  ): void;
  layLuma(
    plane: Uint8Array,
    alpha: Uint8Array,
    width: number,
    height: number,
    level: number,
    target: Uint8Array,
    targetWidth: number,
  ): void;
  layChroma(
    plane: Uint8Array,
    alpha: Uint8Array,
    width: number,
    height: number,
    level: number,
    target: Uint8Array,
  ): void;
  fillCodes(books: Int32Array, count: number, codes: Int32Array): void;
  widenLuma(plane: Uint8Array, width: number, height: number, top: number, band: Uint8Array): void;
  widenChroma(plane: Uint8Array, width: number, height: number, top: number, band: Uint8Array): void;
  padBytes(plane: Uint8Array, width: number, height: number, top: number, band: Uint8Array): void;
  codeSlices(
    luma: Uint8Array,
    blue: Uint8Array,
    red: Uint8Array,
    alpha: Uint8Array,
    macroblocks: number,
    scale: number,
    quantizer: Uint8Array,
    places: Uint8Array,
    books: Int32Array,
    codes: Int32Array,
    scratch: Uint8Array,
    sizes: Uint8Array,
    output: Uint8Array,
  ): number;
};

type Argument = number | Uint8Array | Uint8ClampedArray | Int32Array | Float32Array | Float64Array;
type Calls = Record<keyof Exports, (...args: number[]) => number>;

const pageBytes = 65_536;
/** Vectors are read and written whole, also where a plane ends within one. */
const padding = 64;

let compiled: WebAssembly.Module | null = null;

/**
 * The inner loops over pixels, in WebAssembly with vectors of 128 bits, and a memory for the planes that they work on.
 * Arrays that are taken out of it are views: they live as long as it does, and never move.
 */
export class Kernels {
  readonly run: Exports;
  readonly #memory: WebAssembly.Memory;
  #used = 0;

  /** `capacity`, in bytes, may be ample: what is never touched takes no memory. */
  constructor(capacity: number) {
    compiled ??= new WebAssembly.Module(Uint8Array.from(atob(binary), (one) => one.charCodeAt(0)));
    this.#memory = new WebAssembly.Memory({ initial: Math.ceil(capacity / pageBytes) });
    const { exports } = new WebAssembly.Instance(compiled, { env: { memory: this.#memory } });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the compiled module exports, a test knows
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

  /** Throws a RangeError when more is taken than the capacity. */
  #take(byteLength: number): number {
    const start = this.#used;
    this.#used = Math.ceil((start + byteLength + padding) / 16) * 16;
    if (this.#used > this.#buffer.byteLength) {
      throw new RangeError(`the kernels' memory of ${this.#buffer.byteLength} bytes is too small`);
    }
    return start;
  }
}

/** The same calls, which take an array for its address. One of another memory is a defect of the caller's, and throws. */
function withArrays(calls: Calls, memory: ArrayBuffer): Record<string, (...args: Argument[]) => number> {
  const toAddress = (one: Argument): number => {
    if (typeof one === 'number') {
      return one;
    }
    if (one.buffer !== memory) {
      throw new TypeError('an array for the kernels lies outside of their memory');
    }
    return one.byteOffset;
  };
  const wrapped = Object.entries(calls).map(([name, call]) => [
    name,
    (...args: Argument[]) => call(...args.map(toAddress)),
  ]);
  return Object.fromEntries(wrapped);
}
