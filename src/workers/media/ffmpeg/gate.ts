/** The maximum number of chunks in transit from ffmpeg to the reader. */
const roomForPieces = 6;
/** The value of the counter of a closed gate; chunks that are counted later change it by less than half. */
const closed = -(2 ** 30);

/** Creates a counter that two threads share; null if the page is not cross-origin isolated, because threads cannot wait then. */
export function createGate(): Int32Array | null {
  return self.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
}

/**
 * Counts a chunk after the writer has sent it, and blocks the writer's thread until there is room for another or the gate is
 * closed.
 */
export function waitForRoom(gate: Int32Array | null): void {
  if (!gate) {
    return;
  }
  let waiting = Atomics.add(gate, 0, 1) + 1;
  while (waiting >= roomForPieces) {
    Atomics.wait(gate, 0, waiting);
    waiting = Atomics.load(gate, 0);
  }
}

/** Closes the gate when the reader stops: the writer stops waiting and writing. */
export function closeGate(gate: Int32Array | null): void {
  if (gate) {
    Atomics.store(gate, 0, closed);
    Atomics.notify(gate, 0);
  }
}

/** Returns whether the reader has stopped. */
export const isClosed = (gate: Int32Array | null): boolean => gate !== null && Atomics.load(gate, 0) < closed / 2;

/** Counts a chunk as processed. The reader calls it for each chunk. */
export function makeRoom(gate: Int32Array | null): void {
  if (gate) {
    Atomics.sub(gate, 0, 1);
    Atomics.notify(gate, 0);
  }
}
