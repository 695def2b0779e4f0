/** A file that is being written: in chunks, at any position, and visible only after it is closed. */
export type ByteSink = {
  write(
    piece: Uint8Array<ArrayBuffer> | { type: 'write'; position: number; data: Uint8Array<ArrayBuffer> },
  ): Promise<void>;
  close(): Promise<void>;
  abort(reason?: unknown): Promise<void>;
};
