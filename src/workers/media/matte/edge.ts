/** The requested changes of the edge; a positive shift moves it outwards, a negative one into the subject. */
export type EdgeOptions = { readonly shiftPx: number; readonly featherPx: number };

/** Moves and softens the edge of a full-size matte. Does nothing if both values are 0. */
export class Edge {
  readonly #width: number;
  readonly #height: number;
  readonly #options: EdgeOptions;
  readonly #before: Uint8ClampedArray;

  constructor({ width, height }: { width: number; height: number }, options: EdgeOptions) {
    this.#width = width;
    this.#height = height;
    this.#options = options;
    const isIdle = options.shiftPx === 0 && options.featherPx <= 0;
    this.#before = new Uint8ClampedArray(isIdle ? 0 : width * height);
  }

  /** Changes `alpha` in place. */
  apply(alpha: Uint8ClampedArray): void {
    if (this.#options.shiftPx !== 0) {
      this.#shift(alpha);
    }
    if (this.#options.featherPx > 0) {
      // Two box blurs of half the radius reach as far as one of the full radius, and look like a soft brush.
      const radius = Math.max(1, Math.round(this.#options.featherPx / 2));
      for (let pass = 0; pass < 2; pass++) {
        this.#eachLine(alpha, (source, target, lines) => blurLines(source, target, lines, radius));
      }
    }
  }

  #shift(alpha: Uint8ClampedArray): void {
    const distance = Math.abs(this.#options.shiftPx);
    const whole = Math.floor(distance);
    const share = distance - whole;
    const isOutwards = this.#options.shiftPx > 0;
    this.#spread(alpha, whole, isOutwards);
    if (share > 0) {
      const further = alpha.slice();
      this.#spread(further, 1, isOutwards);
      for (let i = 0; i < alpha.length; i++) {
        alpha[i] = (alpha[i] ?? 0) + share * ((further[i] ?? 0) - (alpha[i] ?? 0));
      }
    }
  }

  /**
   * Replaces each alpha by the largest (or smallest) of a square of `2 * radius + 1`, one row at a time and then one column at a
   * time.
   */
  #spread(alpha: Uint8ClampedArray, radius: number, isOutwards: boolean): void {
    for (let step = 0; step < radius; step++) {
      this.#eachLine(alpha, (source, target, lines) => spreadLines(source, target, lines, isOutwards));
    }
  }

  /** Processes all rows, and then all columns. */
  #eachLine(
    alpha: Uint8ClampedArray,
    run: (source: Uint8ClampedArray, target: Uint8ClampedArray, lines: Lines) => void,
  ) {
    const width = this.#width;
    const height = this.#height;
    this.#before.set(alpha);
    run(this.#before, alpha, { lines: height, length: width, lineStep: width, step: 1 });
    this.#before.set(alpha);
    run(this.#before, alpha, { lines: width, length: height, lineStep: 1, step: width });
  }
}

type Lines = { lines: number; length: number; lineStep: number; step: number };

function spreadLines(source: Uint8ClampedArray, target: Uint8ClampedArray, lines: Lines, isOutwards: boolean): void {
  const { step, length } = lines;
  for (let line = 0; line < lines.lines; line++) {
    const start = line * lines.lineStep;
    for (let i = 0; i < length; i++) {
      const at = start + i * step;
      const here = source[at] ?? 0;
      const before = i > 0 ? (source[at - step] ?? 0) : here;
      const after = i < length - 1 ? (source[at + step] ?? 0) : here;
      target[at] = isOutwards ? Math.max(before, here, after) : Math.min(before, here, after);
    }
  }
}

/** Computes the mean over `2 * radius + 1` pixels of a line, whose end pixels repeat. */
function blurLines(source: Uint8ClampedArray, target: Uint8ClampedArray, lines: Lines, radius: number): void {
  const { step, length } = lines;
  const share = 1 / (2 * radius + 1);
  for (let line = 0; line < lines.lines; line++) {
    const start = line * lines.lineStep;
    const last = start + (length - 1) * step;
    let sum = (radius + 1) * (source[start] ?? 0);
    for (let i = 0; i < radius; i++) {
      sum += source[Math.min(last, start + i * step)] ?? 0;
    }
    for (let at = start; at <= last; at += step) {
      sum +=
        (source[Math.min(last, at + radius * step)] ?? 0) - (source[Math.max(start, at - (radius + 1) * step)] ?? 0);
      target[at] = sum * share;
    }
  }
}
