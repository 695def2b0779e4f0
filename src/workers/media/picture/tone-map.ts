import type { Planes } from './planes.ts';
import { toSdr, type WideTransfer } from './to-sdr.ts';

/** The bits of a value in `WidePlanes`. */
export const wideBits = 10;

/** A frame in planar YUV 4:2:0 of 10 bits, otherwise like `Planes`. */
export type WidePlanes = Omit<Planes, 'bytes' | 'y' | 'u' | 'v'> & {
  readonly y: Uint16Array;
  readonly u: Uint16Array;
  readonly v: Uint16Array;
};

/** Creates planes on `values`, which have the layout of `Planes`, or on new ones. */
export function createWidePlanes(width: number, height: number, values?: Uint16Array): WidePlanes {
  const chromaWidth = (width + 1) >> 1;
  const chromaHeight = (height + 1) >> 1;
  const [luma, chroma] = [width * height, chromaWidth * chromaHeight];
  const all = values ?? new Uint16Array(luma + 2 * chroma);
  const [y, u, v] = [all.subarray(0, luma), all.subarray(luma, luma + chroma), all.subarray(luma + chroma)];
  return { width, height, chromaWidth, chromaHeight, y, u, v };
}

/** Nodes of the table along each axis of chroma, and the values of luma, every eighth of which is computed. */
const chromaNodes = 49;
const lumaValues = 1 << wideBits;
const lumaStep = 8;
/** The shift by which luma is coarser in the chroma look-up. */
const chromaLumaShift = 3;
/** Table values are 8-bit levels in steps of 1/256. */
const scale = 256;
/** One half of the product of a table value and a weight, for rounding. */
const half = 0x8000;

/**
 * Converts BT.2020 frames, especially HDR, for an SDR screen: BT.709, limited range, 8 bits. The whole conversion is one table over
 * luma and chroma, interpolated along chroma; a pixel takes four look-ups.
 */
export class ToneMapper {
  readonly #luma = new Uint16Array(chromaNodes * chromaNodes * lumaValues);
  readonly #u: Uint16Array;
  readonly #v: Uint16Array;
  /** The node below each value of chroma, and the distance to it as a share of the node spacing, in 1/256. */
  readonly #node: Uint8Array;
  readonly #share: Uint16Array;

  constructor(transfer: WideTransfer, isFullRange: boolean) {
    const size = chromaNodes * chromaNodes * (lumaValues >> chromaLumaShift);
    this.#u = new Uint16Array(size);
    this.#v = new Uint16Array(size);
    const position = (value: number): number => (value / lumaValues) * (chromaNodes - 1);
    const below = (value: number): number => Math.floor(position(value));
    this.#node = Uint8Array.from({ length: lumaValues }, (_, value) => below(value));
    this.#share = Uint16Array.from({ length: lumaValues }, (_, value) =>
      Math.round((position(value) - below(value)) * scale),
    );
    this.#fill(transfer, isFullRange);
  }

  /** Fills `target`, which has the size of `source`. */
  map(source: WidePlanes, target: Planes): void {
    const { width, height, chromaWidth, chromaHeight } = target;
    for (let row = 0; row < chromaHeight; row++) {
      const top = 2 * row * width;
      const down = 2 * row + 1 < height ? width : 0;
      for (let column = 0; column < chromaWidth; column++) {
        const right = 2 * column + 1 < width ? 1 : 0;
        this.#mapSquare(source, target, row * chromaWidth + column, top + 2 * column, right, down);
      }
    }
  }

  /** Maps one chroma pixel and its luma pixels; `right` and `down` are the offsets to those, 0 at an odd edge. */
  #mapSquare(source: WidePlanes, target: Planes, chroma: number, first: number, right: number, down: number): void {
    const u = source.u[chroma] ?? 0;
    const v = source.v[chroma] ?? 0;
    const shareU = this.#share[u] ?? 0;
    const shareV = this.#share[v] ?? 0;
    const cell = (this.#node[u] ?? 0) * chromaNodes + (this.#node[v] ?? 0);
    const both = (shareU * shareV) >> 8;
    const [w11, w10, w01] = [both, shareU - both, shareV - both];
    const w00 = scale - w11 - w10 - w01;
    const table = this.#luma;
    const at00 = cell * lumaValues;
    const at01 = at00 + lumaValues;
    const at10 = at00 + chromaNodes * lumaValues;
    const at11 = at10 + lumaValues;
    let sum = 0;
    for (let step = 0; step < 4; step++) {
      const at = first + (step & 1 ? right : 0) + (step & 2 ? down : 0);
      const y = source.y[at] ?? 0;
      sum += y;
      target.y[at] =
        (w00 * (table[at00 + y] ?? 0) +
          w01 * (table[at01 + y] ?? 0) +
          w10 * (table[at10 + y] ?? 0) +
          w11 * (table[at11 + y] ?? 0) +
          half) >>
        16;
    }
    const mean = sum >> (2 + chromaLumaShift);
    const values = lumaValues >> chromaLumaShift;
    const c00 = cell * values + mean;
    const c01 = c00 + values;
    const c10 = c00 + chromaNodes * values;
    const c11 = c10 + values;
    const tableU = this.#u;
    const tableV = this.#v;
    target.u[chroma] =
      (w00 * (tableU[c00] ?? 0) +
        w01 * (tableU[c01] ?? 0) +
        w10 * (tableU[c10] ?? 0) +
        w11 * (tableU[c11] ?? 0) +
        half) >>
      16;
    target.v[chroma] =
      (w00 * (tableV[c00] ?? 0) +
        w01 * (tableV[c01] ?? 0) +
        w10 * (tableV[c10] ?? 0) +
        w11 * (tableV[c11] ?? 0) +
        half) >>
      16;
  }

  #fill(transfer: WideTransfer, isFullRange: boolean): void {
    const toLevel = isFullRange ? limitedFromFull : limited;
    for (let cell = 0; cell < chromaNodes * chromaNodes; cell++) {
      const u = (Math.floor(cell / chromaNodes) / (chromaNodes - 1)) * lumaValues;
      const v = ((cell % chromaNodes) / (chromaNodes - 1)) * lumaValues;
      let from = toSdr(toLevel(0, u, v), transfer);
      for (let y = 0; y < lumaValues; y += lumaStep) {
        const at = cell * lumaValues + y;
        const to = toSdr(toLevel(y + lumaStep, u, v), transfer);
        this.#luma.set(ramp(from[0], to[0]), at);
        this.#u[at >> chromaLumaShift] = (scale * (from[1] + to[1])) / 2;
        this.#v[at >> chromaLumaShift] = (scale * (from[2] + to[2])) / 2;
        from = to;
      }
    }
  }
}

/** Interpolates the table values from one computed luma up to the next. */
function ramp(from: number, to: number): Uint16Array {
  return Uint16Array.from({ length: lumaStep }, (_, step) => scale * (from + (step / lumaStep) * (to - from)));
}

type Triple = [number, number, number];

/** Converts 10 bits, limited range, to 8 bits with fractions. */
const limited = (y: number, u: number, v: number): Triple => [y / 4, u / 4, v / 4];

const limitedFromFull = (y: number, u: number, v: number): Triple => [
  16 + (219 * y) / 1023,
  128 + (224 * (u - 512)) / 1023,
  128 + (224 * (v - 512)) / 1023,
];
