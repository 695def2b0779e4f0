/** A proxy is made in pieces, so that the first are there soon. */
export const pieceSeconds = 4;
/** All pieces together take at most so many bytes. */
export const maxBytes = 256 * 1024 * 1024;
/** Pieces are made up to so many on each side of what is seen: four minutes, and what is about it where there is no more room. */
const reach = { roomy: 60, full: 2 };
/** There is room as long as one more piece surely finds some. */
const spareBytes = 8 * 1024 * 1024;

/** A piece that is there. */
export type Piece = { readonly file: string; readonly index: number; readonly size: number };

/** The index of the piece that holds a time of a file, in seconds from its start. */
export const pieceAt = (seconds: number): number => Math.max(0, Math.floor(seconds / pieceSeconds + 1e-9));

/** Times in the file of a piece are rounded to milliseconds. */
const roundingSeconds = 0.0005;

/** Where a time of a file is in its piece, so that a picture is found which begins right then and was rounded up. */
export const timeInPiece = (seconds: number): number => seconds - pieceAt(seconds) * pieceSeconds + roundingSeconds;

/** How far from what is seen pieces are made, with so many bytes taken. */
export const getReach = (bytes: number): number => (bytes > maxBytes - spareBytes ? reach.full : reach.roomy);

/** The missing piece that is nearest to a time, rather after it; null when all within reach of a file of this length are there. */
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

/** The pieces to be given up so that the others have room: those farthest from what is seen, and none that is near it. */
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
