/** Interleaved bytes, row by row: `channels * width * height` of them. */
export type Raster = { readonly width: number; readonly height: number; readonly data: Uint8Array };

/** A region of a raster, in whole pixels. */
export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

/** The filter taps along one axis: `weights` has `reach` of them for each target pixel, from its position in `starts`. */
export type Taps = { readonly starts: Int32Array; readonly weights: Float32Array; readonly reach: number };

/**
 * Scales `box` of `source` into all of `target`. The triangle filter widens as the picture shrinks: bilinear upwards,
 * an average downwards. So nothing flickers as the box moves.
 */
export function resample(source: Raster, box: Box, target: Raster, channels: number): void {
  const across = computeTaps(box.left, box.width, target.width);
  const down = computeTaps(box.top, box.height, target.height);
  const rows = new Float32Array(box.height * target.width * channels);
  scaleRows(source, box, across, rows, target.width, channels);
  scaleColumns(rows, box, down, target, channels);
}

/** Returns the taps that scale `length` source pixels from `start` to `count`. */
export function computeTaps(start: number, length: number, count: number): Taps {
  const step = length / count;
  const radius = Math.max((step + 1) / 2, 1);
  // The maximum number of integers strictly inside the triangle, at any position.
  const reach = Math.min(Math.ceil(radius * 2), length);
  const starts = new Int32Array(count);
  const weights = new Float32Array(count * reach);
  for (let index = 0; index < count; index += 1) {
    const centre = (index + 0.5) * step - 0.5;
    const from = Math.min(Math.max(Math.floor(centre - radius) + 1, 0), length - reach);
    let sum = 0;
    for (let tap = 0; tap < reach; tap += 1) {
      const weight = Math.max(1 - Math.abs(from + tap - centre) / radius, 0);
      weights[index * reach + tap] = weight;
      sum += weight;
    }
    for (let tap = 0; tap < reach; tap += 1) {
      weights[index * reach + tap] = (weights[index * reach + tap] ?? 0) / sum;
    }
    starts[index] = start + from;
  }
  return { starts, weights, reach };
}

/** Scales each row of the box to the width of the target. */
function scaleRows(source: Raster, box: Box, taps: Taps, rows: Float32Array, width: number, channels: number): void {
  const { starts, weights, reach } = taps;
  const { data } = source;
  for (let y = 0; y < box.height; y += 1) {
    const row = (box.top + y) * source.width;
    for (let x = 0, weight = 0; x < width; x += 1, weight += reach) {
      const from = (row + (starts[x] ?? 0)) * channels;
      const out = (y * width + x) * channels;
      for (let channel = 0; channel < channels; channel += 1) {
        let sum = 0;
        for (let tap = 0, at = from + channel; tap < reach; tap += 1, at += channels) {
          sum += (data[at] ?? 0) * (weights[weight + tap] ?? 0);
        }
        rows[out + channel] = sum;
      }
    }
  }
}

/** Sums whole rows, because sequential reads are fastest. */
function scaleColumns(rows: Float32Array, box: Box, taps: Taps, target: Raster, channels: number): void {
  const { starts, weights, reach } = taps;
  const stride = target.width * channels;
  const sums = new Float32Array(stride);
  for (let y = 0; y < target.height; y += 1) {
    const from = ((starts[y] ?? 0) - box.top) * stride;
    sums.fill(0.5);
    for (let tap = 0; tap < reach; tap += 1) {
      const weight = weights[y * reach + tap] ?? 0;
      for (let x = 0, at = from + tap * stride; x < stride; x += 1, at += 1) {
        sums[x] = (sums[x] ?? 0) + (rows[at] ?? 0) * weight;
      }
    }
    target.data.set(sums, y * stride);
  }
}
