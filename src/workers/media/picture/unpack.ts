import type { VideoSample } from 'mediabunny';
import type { Size } from '#core/lib/size.ts';
import { createPlanes, type Planes } from './planes.ts';
import { rgbFactors, toMatrix } from './colour.ts';
import { limitRange } from './range.ts';
import { findRed, toStreamLuma, toStreamPlanes, type RgbOrigin } from './rgb-origin.ts';
import { fromRgb, type PackedRgb } from './rgba.ts';
import { createWidePlanes, wideBits, type ToneMapper, type WidePlanes } from './tone-map.ts';

/** The memory layout of a WebCodecs pixel format: bits per value, and the shifts by which chroma is smaller than luma. */
type Format = {
  readonly bits: 8 | 10 | 12;
  readonly shiftX: number;
  readonly shiftY: number;
  readonly hasAlpha: boolean;
};

/** The content of a decoded frame: its pixels as stored, and its own alpha, if it has one. */
export type Unpacked = { readonly planes: Planes; readonly alpha: Uint8Array | null };

/**
 * Reads decoded frames into planes, by their actual format: planar YUV of any depth, NV12, or RGB. They pass through `toneMapper`
 * if given; RGB is converted back to the YUV of the stream if its origin is known.
 */
export class Unpacker {
  readonly #toneMapper: ToneMapper | null;
  readonly #origin: RgbOrigin | null;
  #planes: Planes | null = null;
  #wide: WidePlanes | null = null;
  #scratch = new Uint8Array(0);
  #alpha: Uint8Array = new Uint8Array(0);

  constructor(toneMapper: ToneMapper | null = null, origin: RgbOrigin | null = null) {
    this.#toneMapper = toneMapper;
    this.#origin = origin;
  }

  /**
   * Unpacks the visible part of `sample` as stored: not rotated, not stretched. Writes it into `target`, which has its size, or
   * into its own planes, which are valid until the next call, like alpha.
   */
  async unpack(sample: VideoSample, target: Planes | null = null): Promise<Unpacked> {
    const { width, height } = sample.visibleRect;
    const planes = target ?? this.#getPlanes(width, height);
    const format = parseFormat(sample.format);
    const isFullRange = sample.colorSpace.fullRange === true;
    if (sample.format === 'I420' && !isFullRange && !this.#toneMapper) {
      await sample.copyTo(planes.bytes);
      return { planes, alpha: null };
    }
    if (!format && sample.format !== 'NV12') {
      const red = findRed(sample.format);
      return this.#origin && red !== null
        ? this.#unpackRgb(sample, planes, this.#origin, red)
        : this.#unpackAny(sample, planes);
    }
    this.#scratch = grown(this.#scratch, sample.allocationSize());
    const layout = await sample.copyTo(this.#scratch);
    if (this.#toneMapper) {
      const wide = this.#getWidePlanes(width, height);
      unpackTo(this.#scratch, layout, format, wide, wideBits);
      this.#toneMapper.map(wide, planes);
    } else {
      unpackTo(this.#scratch, layout, format, planes, 8);
      if (isFullRange) {
        limitRange(planes);
      }
    }
    return { planes, alpha: format?.hasAlpha ? this.#unpackAlpha(layout, format, { width, height }) : null };
  }

  /**
   * Returns the luma of `sample` with its original values, whatever range it claims: a second stream contains alpha in this form.
   */
  async unpackLuma(sample: VideoSample): Promise<Uint8Array> {
    const { width, height } = sample.visibleRect;
    this.#scratch = grown(this.#scratch, sample.allocationSize());
    this.#alpha = grown(this.#alpha, width * height);
    const layout = await sample.copyTo(this.#scratch);
    const red = findRed(sample.format);
    if (red !== null) {
      const origin = this.#origin ?? unknownOrigin;
      toStreamLuma(packed(this.#scratch, layout[0], red), origin, this.#alpha, width);
      return this.#alpha;
    }
    const bits = parseFormat(sample.format)?.bits ?? 8;
    unpackPlane(
      this.#scratch,
      layout[0],
      { ...unshrunk, bits },
      { values: this.#alpha, bits: 8, width, height },
      height,
    );
    return this.#alpha;
  }

  async #unpackRgb(sample: VideoSample, planes: Planes, origin: RgbOrigin, red: 0 | 2): Promise<Unpacked> {
    const { width, height } = planes;
    this.#scratch = grown(this.#scratch, sample.allocationSize());
    const rgb = packed(this.#scratch, (await sample.copyTo(this.#scratch))[0], red);
    toStreamPlanes(rgb, origin, planes);
    if (this.#toneMapper) {
      const wide = this.#getWidePlanes(width, height);
      widen(planes, wide);
      this.#toneMapper.map(wide, planes);
    }
    return { planes, alpha: sample.hasAlpha === true ? this.#takeAlpha(rgb, planes) : null };
  }

  /** Unpacks a format that only the browser can read. */
  async #unpackAny(sample: VideoSample, planes: Planes): Promise<Unpacked> {
    const size = planes.width * planes.height;
    this.#scratch = grown(this.#scratch, 4 * size);
    await sample.copyTo(this.#scratch, { format: 'RGBA' });
    // In this form browsers return HDR converted for an SDR screen.
    const matrix = this.#toneMapper ? 'bt709' : toMatrix(sample.colorSpace.matrix, planes.height);
    const rgba = packed(this.#scratch, { offset: 0, stride: 4 * planes.width }, 0);
    fromRgb(rgba, planes, rgbFactors(matrix));
    return { planes, alpha: sample.hasAlpha === true ? this.#takeAlpha(rgba, planes) : null };
  }

  #takeAlpha({ bytes, offset, stride }: PackedRgb, { width, height }: Size): Uint8Array {
    this.#alpha = grown(this.#alpha, width * height);
    for (let i = 0; i < width * height; i++) {
      this.#alpha[i] = bytes[offset + Math.floor(i / width) * stride + 4 * (i % width) + 3] ?? 0;
    }
    return this.#alpha;
  }

  #unpackAlpha(layout: PlaneLayout[], format: Format, { width, height }: Size): Uint8Array {
    this.#alpha = grown(this.#alpha, width * height);
    const source = { ...unshrunk, bits: format.bits };
    unpackPlane(this.#scratch, layout[3], source, { values: this.#alpha, bits: 8, width, height }, height);
    return this.#alpha;
  }

  #getPlanes(width: number, height: number): Planes {
    if (this.#planes?.width !== width || this.#planes.height !== height) {
      this.#planes = createPlanes(width, height);
    }
    return this.#planes;
  }

  #getWidePlanes(width: number, height: number): WidePlanes {
    if (this.#wide?.width !== width || this.#wide.height !== height) {
      this.#wide = createWidePlanes(width, height);
    }
    return this.#wide;
  }
}

/** The assumed origin of RGB of unknown origin: limited range, like most video. */
const unknownOrigin: RgbOrigin = {
  factors: rgbFactors('bt709'),
  isFullRange: false,
  isRangeKept: false,
};

const packed = (bytes: Uint8Array, layout: PlaneLayout | undefined, red: 0 | 2): PackedRgb => ({
  bytes,
  ...(layout ?? { offset: 0, stride: 0 }),
  red,
});

function widen(from: Planes, to: WidePlanes): void {
  for (const plane of ['y', 'u', 'v'] as const) {
    const values = from[plane];
    for (let at = 0; at < values.length; at++) {
      to[plane][at] = (values[at] ?? 0) << (wideBits - 8);
    }
  }
}

/**
 * Parses the name of a planar format; null for other formats. `I422AP10`, for example, has half the columns of chroma, alpha, and
 * 10 bits.
 */
function parseFormat(name: string | null): Format | null {
  const match = /^I(420|422|444)(A?)(?:P(10|12))?$/.exec(name ?? '');
  if (!match) {
    return null;
  }
  return {
    bits: match[3] === '10' ? 10 : match[3] === '12' ? 12 : 8,
    shiftX: match[1] === '444' ? 0 : 1,
    shiftY: match[1] === '420' ? 1 : 0,
    hasAlpha: match[2] === 'A',
  };
}

type Target = {
  readonly width: number;
  readonly height: number;
  readonly chromaWidth: number;
  readonly chromaHeight: number;
  readonly y: Uint8Array | Uint16Array;
  readonly u: Uint8Array | Uint16Array;
  readonly v: Uint8Array | Uint16Array;
};

/** Unpacks all three planes to `target`, whose values have `bits`; without a format they have the layout of NV12. */
function unpackTo(
  bytes: Uint8Array<ArrayBuffer>,
  layout: PlaneLayout[],
  format: Format | null,
  target: Target,
  bits: number,
): void {
  const { width, height } = target;
  const chroma = { width: target.chromaWidth, height: target.chromaHeight, bits };
  unpackPlane(
    bytes,
    layout[0],
    { ...unshrunk, bits: format?.bits ?? 8 },
    { values: target.y, bits, width, height },
    height,
  );
  if (!format) {
    unpackNv12Chroma(bytes, layout[1], target, bits - 8);
    return;
  }
  const source = { bits: format.bits, shiftX: 1 - format.shiftX, shiftY: 1 - format.shiftY };
  unpackPlane(bytes, layout[1], source, { values: target.u, ...chroma }, height);
  unpackPlane(bytes, layout[2], source, { values: target.v, ...chroma }, height);
}

const unshrunk = { shiftX: 0, shiftY: 0 };

/**
 * Unpacks one plane, converted to the bits of `target`, and averaged over the `2 ** shift` pixels that one target pixel covers. A
 * last row or column of an odd size is not averaged.
 */
function unpackPlane(
  bytes: Uint8Array<ArrayBuffer>,
  layout: PlaneLayout | undefined,
  { bits, shiftX, shiftY }: { readonly bits: number; readonly shiftX: number; readonly shiftY: number },
  target: { values: Uint8Array | Uint16Array; bits: number; width: number; height: number },
  sourceHeight: number,
): void {
  const { offset, stride } = layout ?? { offset: 0, stride: 0 };
  const source = bits === 8 ? bytes.subarray(offset) : new Uint16Array(bytes.buffer, bytes.byteOffset + offset);
  const step = bits === 8 ? stride : stride / 2;
  const { values, width, height } = target;
  const widening = Math.max(0, target.bits - bits);
  const shift = Math.max(0, bits - target.bits) + shiftX + shiftY;
  const rounding = (1 << shift) >> 1;
  const most = (1 << target.bits) - 1;
  if (widening === 0 && shift === 0 && bits === 8) {
    copyRows(bytes.subarray(offset), stride, values, width, height);
    return;
  }
  const lastColumn = step - 1;
  const lastRow = sourceHeight - 1;
  for (let y = 0; y < height; y++) {
    const row = (y << shiftY) * step;
    const below = shiftY === 1 && y << shiftY < lastRow ? step : 0;
    for (let x = 0; x < width; x++) {
      const from = x << shiftX;
      const right = shiftX === 1 && from < lastColumn ? 1 : 0;
      let sum = source[row + from] ?? 0;
      if (shiftX === 1) {
        sum += source[row + from + right] ?? 0;
      }
      if (shiftY === 1) {
        sum += source[row + below + from] ?? 0;
        sum += shiftX === 1 ? (source[row + below + from + right] ?? 0) : 0;
      }
      values[y * width + x] = Math.min(most, ((sum << widening) + rounding) >> shift);
    }
  }
}

/** Copies a plane that needs no conversion: row by row, or all at once if the rows are contiguous. */
function copyRows(
  source: Uint8Array,
  stride: number,
  target: Uint8Array | Uint16Array,
  width: number,
  height: number,
): void {
  if (stride === width) {
    target.set(source.subarray(0, width * height));
    return;
  }
  for (let y = 0; y < height; y++) {
    target.set(source.subarray(y * stride, y * stride + width), y * width);
  }
}

function unpackNv12Chroma(bytes: Uint8Array, layout: PlaneLayout | undefined, target: Target, widening: number): void {
  const { offset, stride } = layout ?? { offset: 0, stride: 0 };
  for (let y = 0; y < target.chromaHeight; y++) {
    let from = offset + y * stride;
    for (let at = y * target.chromaWidth; at < (y + 1) * target.chromaWidth; at++) {
      target.u[at] = (bytes[from++] ?? 0) << widening;
      target.v[at] = (bytes[from++] ?? 0) << widening;
    }
  }
}

function grown(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer>;
function grown(bytes: Uint8Array, size: number): Uint8Array;
function grown(bytes: Uint8Array, size: number): Uint8Array {
  return bytes.length === size ? bytes : new Uint8Array(size);
}
