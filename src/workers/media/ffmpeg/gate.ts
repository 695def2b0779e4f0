/** So many pieces may be on their way from ffmpeg to who reads them. */
const roomForPieces = 6;
/** What a counter holds when nobody reads on; pieces that are counted meanwhile change it by no more than half. */
const closed = -(2 ** 30);

/** A counter that two threads share; null where the page is not cross-origin isolated, and threads cannot wait. */
export function createGate(): Int32Array | null {
  return self.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
}

/** Called by who sends, after each piece: counts it, and blocks the thread while there is no room for another and somebody reads. */
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

/** Called by who reads no further: who sends is not to wait any longer, and is to stop. */
export function closeGate(gate: Int32Array | null): void {
  if (gate) {
    Atomics.store(gate, 0, closed);
    Atomics.notify(gate, 0);
  }
}

/** Whether nobody reads on. */
export const isClosed = (gate: Int32Array | null): boolean => gate !== null && Atomics.load(gate, 0) < closed / 2;

/** Called by who reads, for each piece that is done with. */
export function makeRoom(gate: Int32Array | null): void {
  if (gate) {
    Atomics.sub(gate, 0, 1);
    Atomics.notify(gate, 0);
  }
}
