/** Returns the intersection over union of two mattes at alpha above one half; 1 if both are empty. */
export function iou(a: Uint8Array, b: Uint8Array): number {
  let both = 0;
  let either = 0;
  for (let index = 0; index < a.length; index += 1) {
    const inA = (a[index] ?? 0) > 127;
    const inB = (b[index] ?? 0) > 127;
    both += inA && inB ? 1 : 0;
    either += inA || inB ? 1 : 0;
  }
  return either === 0 ? 1 : both / either;
}

/** Returns the mean absolute difference of two mattes, times 1000 of full alpha. */
export function meanAbsoluteDifference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) {
    sum += Math.abs((a[index] ?? 0) - (b[index] ?? 0));
  }
  return (sum / a.length / 255) * 1000;
}

/** Returns the maximum difference of two mattes at any pixel, of 255. */
export function greatestDifference(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((most, value, index) => Math.max(most, Math.abs(value - (b[index] ?? 0))), 0);
}

/**
 * Returns dtSSD times 100: the root mean square of the difference between the temporal derivatives of the matte and of
 * the truth (Erofeev et al., "Perceptually Motivated Benchmark for Video Matting", 2015).
 */
export function flicker(mattes: readonly Uint8Array[], truths: readonly Uint8Array[]): number {
  let sum = 0;
  let count = 0;
  for (let frame = 1; frame < Math.min(mattes.length, truths.length); frame += 1) {
    const [before, now] = [mattes[frame - 1], mattes[frame]];
    const [truthBefore, truthNow] = [truths[frame - 1], truths[frame]];
    if (!before || !now || !truthBefore || !truthNow) {
      break;
    }
    for (let index = 0; index < now.length; index += 1) {
      const change = (now[index] ?? 0) - (before[index] ?? 0) - ((truthNow[index] ?? 0) - (truthBefore[index] ?? 0));
      sum += (change / 255) ** 2;
    }
    count += now.length;
  }
  return Math.sqrt(sum / Math.max(count, 1)) * 100;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
