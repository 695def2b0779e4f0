/** The part of a file that is added to the canvas, in seconds of the file. */
export type SourceSpan = { readonly startSeconds: number; readonly endSeconds: number };

/** The shortest part, in seconds. */
const minSeconds = 0.04;

/**
 * Moves the in or the out point of a file. The other one moves to the end of the file if they would cross. Returns null if the
 * part is the whole file.
 */
export function moveMark(
  span: SourceSpan | null,
  mark: 'in' | 'out',
  atSeconds: number,
  durationSeconds: number,
): SourceSpan | null {
  const { startSeconds, endSeconds } = span ?? { startSeconds: 0, endSeconds: durationSeconds };
  const moved =
    mark === 'in'
      ? toIn(Math.min(Math.max(0, atSeconds), durationSeconds - minSeconds), endSeconds, durationSeconds)
      : toOut(Math.max(minSeconds, Math.min(atSeconds, durationSeconds)), startSeconds);
  const isWhole = moved.startSeconds <= 0 && moved.endSeconds >= durationSeconds;
  return isWhole || durationSeconds <= minSeconds ? null : moved;
}

const toIn = (startSeconds: number, endSeconds: number, durationSeconds: number): SourceSpan => ({
  startSeconds,
  endSeconds: endSeconds - startSeconds < minSeconds ? durationSeconds : endSeconds,
});

const toOut = (endSeconds: number, startSeconds: number): SourceSpan => ({
  startSeconds: endSeconds - startSeconds < minSeconds ? 0 : startSeconds,
  endSeconds,
});
