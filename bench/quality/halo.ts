import { mean } from '#test/support/matte-metrics.ts';
import { findNear, type Result } from './score.ts';
import type { Scene } from './scenes.ts';

/** The remains of the background in results of one subject over different backgrounds. */
export type Halo = {
  /**
   * The share of the old background that is visible along the edge, in thousandths, beyond the result's alpha. It is the
   * least-squares slope of the premultiplied color on the original background.
   */
  readonly old: number;
  /** The color error along the edge, in levels, weighted with the result's alpha: the visible error over any background. */
  readonly tint: number;
};

/** The maximum measured distance from the true edge, in pixels. */
const reach = 6;
/** The minimum alpha of a pure subject pixel, which contains no background. */
const surelySubject = 243;

/** Measures `results`, one list of frames for each of `scenes`: the same timestamps over different backgrounds. */
export function measureHalo(scenes: readonly Scene[], results: readonly (readonly Result[])[]): Halo {
  const [first] = scenes;
  const sums = { product: 0, square: 0, error: 0, weight: 0 };
  first?.moments.forEach(({ alpha, foreground }, moment) => {
    const isNear = findNear(alpha, first, reach);
    const olds = scenes.map((scene) => scene.moments[moment]?.background ?? new Uint8Array());
    const frames = results.map((list) => list[moment] ?? new Uint8Array());
    alpha.forEach((share, at) => {
      if (isNear[at] && share < surelySubject) {
        for (let i = 4 * at; i < 4 * at + 3; i += 1) {
          const errors = frames.map(
            (rgba) => ((rgba[4 * at + 3] ?? 0) / 255) * ((rgba[i] ?? 0) - (foreground?.[i] ?? 0)),
          );
          addSlope(
            sums,
            olds.map((old) => old[i] ?? 0),
            errors,
          );
          sums.error += errors.reduce((sum, one) => sum + Math.abs(one), 0);
          sums.weight += frames.reduce((sum, rgba) => sum + (rgba[4 * at + 3] ?? 0) / 255, 0);
        }
      }
    });
  });
  return { old: (1000 * sums.product) / Math.max(sums.square, 1), tint: sums.error / Math.max(sums.weight, 1) };
}

function addSlope(sums: { product: number; square: number }, olds: readonly number[], errors: readonly number[]): void {
  const meanOld = mean(olds);
  const meanError = mean(errors);
  olds.forEach((old, at) => {
    sums.product += (old - meanOld) * ((errors[at] ?? 0) - meanError);
    sums.square += (old - meanOld) ** 2;
  });
}
