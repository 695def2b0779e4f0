/** So many pieces may be on their way from ffmpeg to who reads them. */
const roomForPieces = 6;

/** A counter that two threads share; null where the page is not cross-origin isolated, and threads cannot wait. */
export function createGate(): Int32Array | null {
  return self.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(4)) : null;
}

/** Called by who sends, after each piece: counts it, and blocks the thread while there is no room for another. */
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

/** Called by who reads, for each piece that is done with. */
export function makeRoom(gate: Int32Array | null): void {
  if (gate) {
    Atomics.sub(gate, 0, 1);
    Atomics.notify(gate, 0);
  }
}
