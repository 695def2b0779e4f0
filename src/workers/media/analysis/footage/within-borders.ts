import type { FootageSample, Region } from '#core/analysis/footage.ts';

type Measured = Pick<FootageSample, 'light' | 'darkShare' | 'burntShare' | 'contrast' | 'motion'>;

/** What was measured of a whole picture, for the part within its black borders: these are dark, burn nothing out, and do not move. */
export function measuredWithin<T extends Measured>(sample: T, { width, height }: Region): T {
  const share = width * height;
  const light = Math.min(1, sample.light / share);
  const squares = (sample.contrast ** 2 + sample.light ** 2) / share;
  return {
    ...sample,
    light: round(light),
    darkShare: round(Math.max(0, 1 - (1 - sample.darkShare) / share)),
    burntShare: round(Math.min(1, sample.burntShare / share)),
    contrast: round(Math.sqrt(Math.max(0, squares - light ** 2))),
    motion: round(Math.min(1, sample.motion / share)),
  };
}

const round = (value: number): number => Math.round(value * 1e5) / 1e5;
