import type { FootageSample } from '#core/analysis/footage.ts';
import type { Bordered } from './borders.ts';

type Measured = Pick<FootageSample, 'light' | 'darkShare' | 'burntShare' | 'contrast' | 'motion'>;

/**
 * Converts the measures of a whole image into those of the part within its black borders, which are dark, not overexposed and
 * still.
 */
export function measuredWithin<T extends Measured>(sample: T, { inside, borderLight }: Bordered): T {
  const share = inside.width * inside.height;
  const light = Math.min(1, Math.max(0, sample.light - (1 - share) * borderLight) / share);
  const squares = (sample.contrast ** 2 + sample.light ** 2 - (1 - share) * borderLight ** 2) / share;
  return {
    ...sample,
    light: round(light),
    darkShare: round(Math.max(0, 1 - (1 - sample.darkShare) / share)),
    burntShare: round(Math.min(1, sample.burntShare / share)),
    contrast: round(Math.sqrt(Math.max(0, squares - light ** 2))),
    motion: round(Math.min(1, sample.motion / share)),
  };
}

/** Removes black borders, which are in the first cell, from the counts of the cells of colour space. */
export function coloursWithin(counts: Float64Array, { inside }: Bordered): Float64Array {
  const outside = (1 - inside.width * inside.height) * counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count, cell) => (cell === 0 ? Math.max(0, count - outside) : count));
}

const round = (value: number): number => Math.round(value * 1e5) / 1e5;
