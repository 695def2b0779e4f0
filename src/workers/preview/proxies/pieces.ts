/** A proxy is made in pieces, so that the first are there soon. */
export const pieceSeconds = 4;

/** The index of the piece that holds a time of a file, in seconds from its start. */
export const pieceAt = (seconds: number): number => Math.max(0, Math.floor(seconds / pieceSeconds + 1e-9));

/** The missing piece that is nearest to a time, rather after it; null when all of a file of this length are there. */
export function nextPiece(seconds: number, lengthSeconds: number, isThere: (index: number) => boolean): number | null {
  const count = Math.ceil(lengthSeconds / pieceSeconds);
  const middle = Math.min(pieceAt(seconds), Math.max(0, count - 1));
  for (let distance = 0; distance < count; distance += 1) {
    for (const index of [middle + distance, middle - distance]) {
      if (index >= 0 && index < count && !isThere(index)) {
        return index;
      }
    }
  }
  return null;
}
