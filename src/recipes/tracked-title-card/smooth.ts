/** The cutoff frequencies of `smoothing` 1 and 100, in changes per second. */
const quickest = 6;
const slowest = 0.25;

/** Returns the cutoff frequency of a smoothing of 0 to 100; null for 0, which changes nothing. */
export const getCutoff = (smoothing: number): number | null =>
  smoothing <= 0 ? null : quickest * (slowest / quickest) ** (smoothing / 100);

/**
 * Smooths a series of numbers without delay: returns the series that is nearest to it, by `weights`, with the least curvature (E.
 * Whittaker, "On a new method of graduation", 1923; P. Eilers, "A perfect smoother", 2003). `cutoff` is in changes per second,
 * `rate` in numbers per second.
 */
export function smooth(
  values: readonly number[],
  weights: readonly number[],
  rate: number,
  cutoff: number | null,
): number[] {
  const count = values.length;
  if (cutoff === null || count < 3) {
    return [...values];
  }
  const stiffness = (rate / (2 * Math.PI * cutoff)) ** 4;
  // The matrix W + stiffness D'D, where D takes second differences, has five diagonals; LDL' leaves three.
  const [middle, next, afterNext] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  for (let at = 0; at + 2 < count; at++) {
    add(middle, at, stiffness);
    add(middle, at + 1, 4 * stiffness);
    add(middle, at + 2, stiffness);
    add(next, at, -2 * stiffness);
    add(next, at + 1, -2 * stiffness);
    add(afterNext, at, stiffness);
  }
  const solved = Float64Array.from(values, (value, at) => value * (weights[at] ?? 0));
  weights.forEach((weight, at) => add(middle, at, weight));
  for (let at = 0; at < count; at++) {
    for (const [step, diagonal] of [next, afterNext].entries()) {
      const to = at + step + 1;
      if (to >= count) {
        continue;
      }
      const factor = (diagonal[at] ?? 0) / (middle[at] ?? 1);
      add(middle, to, -factor * (diagonal[at] ?? 0));
      if (step === 0) {
        add(next, to, -factor * (afterNext[at] ?? 0));
      }
      add(solved, to, -factor * (solved[at] ?? 0));
    }
  }
  for (let at = count - 1; at >= 0; at--) {
    const above = (next[at] ?? 0) * (solved[at + 1] ?? 0) + (afterNext[at] ?? 0) * (solved[at + 2] ?? 0);
    solved[at] = ((solved[at] ?? 0) - above) / (middle[at] ?? 1);
  }
  return [...solved];
}

function add(values: Float64Array, at: number, value: number): void {
  values[at] = (values[at] ?? 0) + value;
}
