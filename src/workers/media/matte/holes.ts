/** The minimum alpha of certain subject around a hole. */
const surely = 230;
/** A hole whose minimum alpha is at least `closedFrom` is closed; one with a minimum below `openBelow` is left as it is. */
const openBelow = 30;
const closedFrom = 70;

const unseen = 0;
const seen = 1;
const open = 2;

/**
 * Closes the holes within a subject at which the model is only uncertain, such as jewellery and prints on clothes. Holes that
 * contain certain background, such as between an arm and the body, stay open, and so do areas that reach the outside.
 */
export class Holes {
  readonly #width: number;
  readonly #height: number;
  readonly #marks: Uint8Array;
  readonly #hole: Int32Array;
  #count = 0;

  constructor({ width, height }: { width: number; height: number }) {
    this.#width = width;
    this.#height = height;
    this.#marks = new Uint8Array(width * height);
    this.#hole = new Int32Array(width * height);
  }

  /** Changes `matte`, 0..255, in place. */
  close(matte: Float32Array): void {
    this.#marks.fill(unseen);
    for (let at = 0; at < matte.length; at++) {
      const value = matte[at] ?? 0;
      if (value < surely && value >= openBelow && this.#marks[at] === unseen) {
        const lowest = this.#explore(matte, at);
        const share = Math.min(1, (lowest - openBelow) / (closedFrom - openBelow));
        for (let i = 0; i < this.#count; i++) {
          const pixel = this.#hole[i] ?? 0;
          if (lowest < openBelow) {
            this.#marks[pixel] = open;
          } else {
            matte[pixel] = (matte[pixel] ?? 0) + share * (255 - (matte[pixel] ?? 0));
          }
        }
      }
    }
  }

  /** Collects the hole around a pixel and returns its minimum alpha; 0 as soon as it proves to be open. */
  #explore(matte: Float32Array, start: number): number {
    const width = this.#width;
    const hole = this.#hole;
    this.#count = 0;
    let lowest = 255;
    this.#collect(start);
    for (let next = 0; next < this.#count; next++) {
      const at = hole[next] ?? 0;
      const x = at % width;
      const value = matte[at] ?? 0;
      lowest = value < lowest ? value : lowest;
      const isAtBorder = x === 0 || x === width - 1 || at < width || at >= width * (this.#height - 1);
      if (lowest < openBelow || isAtBorder) {
        return 0;
      }
      for (const neighbour of [at - 1, at + 1, at - width, at + width]) {
        if ((matte[neighbour] ?? 0) < surely && this.#marks[neighbour] !== seen) {
          if (this.#marks[neighbour] === open) {
            return 0;
          }
          this.#collect(neighbour);
        }
      }
    }
    return lowest;
  }

  #collect(at: number): void {
    this.#marks[at] = seen;
    this.#hole[this.#count++] = at;
  }
}
