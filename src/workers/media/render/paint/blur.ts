import type { PaintMemory } from './memory.ts';
import { combine, invert, getScales, type Placement } from './placement.ts';
import type { Sampler } from './sampler.ts';
import type { Axis } from './taps.ts';
import { createTexture, type Texture } from './texture.ts';

/** The pixels of a blurred image per deviation: the result is smooth in between. */
const pixelsOfDeviation = 2;
/** The radius of a blur, in deviations. */
const reach = 3;

/**
 * Blurs the visible region of a texture by a Gaussian of `blurPx` pixels of the canvas, and returns a small texture. Opaque images
 * stay opaque: their edge pixels repeat. Images with alpha spread into their surroundings. The result must be released.
 */
export function blurred(
  memory: PaintMemory,
  sampler: Sampler,
  texture: Texture,
  { matrix, region, clip }: Placement,
  blurPx: number,
): { readonly texture: Texture; readonly placement: Placement } {
  const scales = getScales(matrix);
  const columns = toAxis(region.left, region.right, blurPx / scales.x, texture.alpha !== null);
  const rows = toAxis(region.top, region.bottom, blurPx / scales.y, texture.alpha !== null);
  const small = createTexture(memory, columns.count, rows.count, texture.alpha !== null);
  const { planes, alpha } = texture;
  const sample = (from: Uint8Array, to: Uint8Array): void =>
    sampler.sample({ bytes: from, stride: planes.width }, columns, rows, { bytes: to, stride: columns.count });
  const sampleHalf = (from: Uint8Array, to: Uint8Array): void =>
    sampler.sample({ bytes: from, stride: planes.chromaWidth }, halve(columns), halve(rows), {
      bytes: to,
      stride: columns.count >> 1,
    });
  sample(planes.y, small.planes.y);
  sampleHalf(planes.u, small.planes.u);
  sampleHalf(planes.v, small.planes.v);
  if (alpha && small.alpha) {
    sample(alpha.full, small.alpha.full);
    sampleHalf(alpha.half, small.alpha.half);
  }
  const { start: left, step: a } = columns;
  const { start: top, step: d } = rows;
  const toSmall = { a: 1 / a, b: 0, c: 0, d: 1 / d, e: -left / a, f: -top / d };
  return {
    texture: small,
    placement: {
      matrix: combine(matrix, invert(toSmall)),
      region: { left: 0, top: 0, right: columns.count, bottom: rows.count },
      clip,
    },
  };
}

/** Returns the axis of the small texture, which begins at `start` of the source. It has an even number of pixels. */
function toAxis(from: number, to: number, deviation: number, hasAlpha: boolean): Axis & { readonly start: number } {
  const spread = hasAlpha ? reach * deviation : 0;
  const length = to - from + 2 * spread;
  const count = Math.max(2, 2 * Math.ceil(length / Math.max(1, deviation / pixelsOfDeviation) / 2));
  const step = length / count;
  const start = from - spread;
  return {
    start,
    count,
    step,
    first: start + step / 2 - 0.5,
    low: Math.floor(from),
    high: Math.ceil(to),
    blur: deviation,
    beyond: hasAlpha ? 'clear' : 'repeated',
  };
}

/** Returns the axis of chroma for that of luma. */
const halve = ({ count, step, low, high, blur, beyond, start }: ReturnType<typeof toAxis>): Axis => ({
  count: count >> 1,
  step,
  first: start / 2 + step / 2 - 0.5,
  low: low >> 1,
  high: (high + 1) >> 1,
  blur: blur / 2,
  beyond,
});
