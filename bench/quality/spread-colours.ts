import type { Size } from '#core/lib/size.ts';

/** Sums of RGB and their weight, four floats a pixel. */
type Level = Size & { readonly sums: Float32Array };

/** The minimum alpha of a trusted pixel: only pure subject is trusted. */
const trusted = 250;

/**
 * Spreads the colors of pure subject smoothly over the image, by averaging into ever smaller images and filling holes on the way
 * back. S. Gortler et al., "The Lumigraph", 1996: pull and push.
 */
export function spreadColours(rgba: Uint8Array, alpha: Uint8Array, { width, height }: Size): Uint8Array {
  const sums = new Float32Array(4 * width * height);
  for (let at = 0; at < alpha.length; at += 1) {
    if ((alpha[at] ?? 0) >= trusted) {
      for (let channel = 0; channel < 3; channel += 1) {
        sums[4 * at + channel] = rgba[4 * at + channel] ?? 0;
      }
      sums[4 * at + 3] = 1;
    }
  }
  const levels: Level[] = [{ width, height, sums }];
  for (let last = levels[0]; last && last.width * last.height > 1; last = levels.at(-1)) {
    levels.push(halve(last));
  }
  for (let at = levels.length - 2; at >= 0; at -= 1) {
    const [fine, coarse] = [levels[at], levels[at + 1]];
    if (fine && coarse) {
      fillHoles(fine, coarse);
    }
  }
  return Uint8Array.from(sums, (value, at) => (at % 4 === 3 ? 255 : value + 0.5));
}

function halve({ width, height, sums }: Level): Level {
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 };
  const target = new Float32Array(4 * half.width * half.height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = 4 * (y * width + x);
      const to = 4 * ((y >> 1) * half.width + (x >> 1));
      const weight = sums[from + 3] ?? 0;
      for (let channel = 0; channel < 3; channel += 1) {
        target[to + channel] = (target[to + channel] ?? 0) + weight * (sums[from + channel] ?? 0);
      }
      target[to + 3] = (target[to + 3] ?? 0) + weight;
    }
  }
  for (let at = 0; at < target.length; at += 4) {
    const weight = target[at + 3] ?? 0;
    for (let channel = at; channel < at + 3; channel += 1) {
      target[channel] = (target[channel] ?? 0) / Math.max(weight, 1e-6);
    }
    target[at + 3] = Math.min(weight, 1);
  }
  return { ...half, sums: target };
}

function fillHoles(fine: Level, coarse: Level): void {
  for (let y = 0; y < fine.height; y += 1) {
    for (let x = 0; x < fine.width; x += 1) {
      const at = 4 * (y * fine.width + x);
      const weight = fine.sums[at + 3] ?? 0;
      for (let channel = 0; channel < 3; channel += 1) {
        const filling = sampleAt(coarse, x / 2 - 0.25, y / 2 - 0.25, channel);
        fine.sums[at + channel] = weight * (fine.sums[at + channel] ?? 0) + (1 - weight) * filling;
      }
      fine.sums[at + 3] = 1;
    }
  }
}

/** Samples a level with bilinear interpolation. */
function sampleAt({ width, height, sums }: Level, x: number, y: number, channel: number): number {
  const left = Math.max(0, Math.floor(x));
  const top = Math.max(0, Math.floor(y));
  const [across, down] = [Math.max(0, x - left), Math.max(0, y - top)];
  const right = Math.min(width - 1, left + 1);
  const bottom = Math.min(height - 1, top + 1);
  const read = (column: number, row: number): number => sums[4 * (row * width + column) + channel] ?? 0;
  const upper = read(left, top) * (1 - across) + read(right, top) * across;
  return upper * (1 - down) + (read(left, bottom) * (1 - across) + read(right, bottom) * across) * down;
}
