/** The maximum time between key frames, so that players can seek. */
export const keyFrameSeconds = 2;

/** Decides which frames of a stream are key frames. */
export class KeyFrames {
  #lastUs = Number.NEGATIVE_INFINITY;

  /** Returns whether the next frame is a key frame. */
  isNext({ timestampUs, isKeyWanted }: { readonly timestampUs: number; readonly isKeyWanted: boolean }): boolean {
    const isKey = isKeyWanted || timestampUs - this.#lastUs >= 1e6 * keyFrameSeconds;
    this.#lastUs = isKey ? timestampUs : this.#lastUs;
    return isKey;
  }

  /** Makes the next frame a key frame. */
  reset(): void {
    this.#lastUs = Number.NEGATIVE_INFINITY;
  }
}
