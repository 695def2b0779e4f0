/** The duration of a piece. Proxies are created in pieces, so that the first ones are available soon. */
export const pieceSeconds = 4;
/** The maximum size of all pieces together. */
export const maxBytes = 256 * 1024 * 1024;
/** The number of pieces on each side of the playhead: four minutes, or fewer when memory is full. */
const reach = { roomy: 60, full: 2 };
/** The free size above which another piece certainly fits. */
const spareBytes = 8 * 1024 * 1024;

/** An existing piece. */
export type Piece = { readonly file: string; readonly index: number; readonly size: number };

/** Returns the index of the piece that contains a time of a file, in seconds from its start. */
export const pieceAt = (seconds: number): number => Math.max(0, Math.floor(seconds / pieceSeconds + 1e-9));

/** Timestamps in the file of a piece are rounded to milliseconds. */
const roundingSeconds = 0.0005;

/** Converts a time of a file to a time in its piece, late enough to find an image that starts exactly then and was rounded up. */
export const timeInPiece = (seconds: number): number => seconds - pieceAt(seconds) * pieceSeconds + roundingSeconds;

/** Returns the number of pieces on each side of the playhead when `bytes` are in use. */
export const getReach = (bytes: number): number => (bytes > maxBytes - spareBytes ? reach.full : reach.roomy);

/** Returns the missing piece that is nearest to a time, preferably after it; null if all pieces within reach exist. */
export function nextPiece(
  seconds: number,
  { lengthSeconds, reachPieces }: { readonly lengthSeconds: number; readonly reachPieces: number },
  isThere: (index: number) => boolean,
): number | null {
  const count = Math.ceil(lengthSeconds / pieceSeconds);
  const middle = Math.min(pieceAt(seconds), Math.max(0, count - 1));
  for (let distance = 0; distance <= Math.min(count, reachPieces); distance += 1) {
    for (const index of [middle + distance, middle - distance]) {
      if (index >= 0 && index < count && !isThere(index)) {
        return index;
      }
    }
  }
  return null;
}

/** Returns the pieces to remove so that the others fit: those farthest from the playhead, and none near it. */
export function listTooMany(pieces: readonly Piece[], seen: readonly Pick<Piece, 'file' | 'index'>[]): Piece[] {
  const getDistance = ({ file, index }: Piece): number =>
    Math.min(
      Number.POSITIVE_INFINITY,
      ...seen.filter((one) => one.file === file).map((one) => Math.abs(one.index - index)),
    );
  const farthest = pieces.toSorted((one, other) => getDistance(other) - getDistance(one));
  const dropped: Piece[] = [];
  let bytes = pieces.reduce((sum, { size }) => sum + size, 0);
  for (const piece of farthest) {
    if (bytes <= maxBytes || getDistance(piece) <= reach.full) {
      break;
    }
    dropped.push(piece);
    bytes -= piece.size;
  }
  return dropped;
}
