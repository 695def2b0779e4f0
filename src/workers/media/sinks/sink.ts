import type { Planes } from '../picture/planes.ts';

/** A finished picture: the subject's colours, and alpha as the luma of a second picture (its chroma is neutral). */
export type CutOutFrame = {
  readonly colour: Planes;
  readonly alpha: Planes;
  readonly timestampUs: number;
  readonly durationUs: number;
  /** Whether a new scene starts here, where a key frame costs nothing. */
  readonly isCut: boolean;
};

/** One file being written. It becomes visible when it is closed. */
export interface Sink {
  readonly hasAudio: boolean;
  /** Resolves when the next frame may come; the frame's buffers are free again then. */
  write(frame: CutOutFrame): Promise<void>;
  /** Writes what is left, sound included, and makes the file visible. */
  close(): Promise<void>;
  /** Gives the file up. */
  abort(): Promise<void>;
}
