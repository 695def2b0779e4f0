/** A key frame at least this often, so that players can seek. */
export const keyFrameSeconds = 2;

/** Says which frames of a stream are to be key frames. */
export class KeyFrames {
  #lastUs = Number.NEGATIVE_INFINITY;

  /** Whether the next frame is one. */
  isNext({ timestampUs, isKeyWanted }: { readonly timestampUs: number; readonly isKeyWanted: boolean }): boolean {
    const isKey = isKeyWanted || timestampUs - this.#lastUs >= 1e6 * keyFrameSeconds;
    this.#lastUs = isKey ? timestampUs : this.#lastUs;
    return isKey;
  }

  /** The next frame is one in any case. */
  reset(): void {
    this.#lastUs = Number.NEGATIVE_INFINITY;
  }
}
