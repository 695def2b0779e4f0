/** The thresholds of a matte: values up to `low` are background, values from `high` on are subject. Both 0..255. */
export type Levels = { readonly low: number; readonly high: number };

/** Stretches `source`, 0..255, so that `low` is 0 and `high` is 255. */
export function toLevels(source: Float32Array, { low, high }: Levels, target: Float32Array): void {
  const gain = 255 / (high - low);
  for (let i = 0; i < target.length; i++) {
    target[i] = Math.min(255, Math.max(0, ((source[i] ?? 0) - low) * gain));
  }
}
