/** A file that is being written: in pieces, at positions, and visible only once it is closed. */
export type ByteSink = {
  write(
    piece: Uint8Array<ArrayBuffer> | { type: 'write'; position: number; data: Uint8Array<ArrayBuffer> },
  ): Promise<void>;
  close(): Promise<void>;
  abort(reason?: unknown): Promise<void>;
};
