import type { Stereo } from './stereo.ts';

/**
 * The sound of a span at the mix's rate and its own speed. Frame 0 is where the span begins; before it and behind the end is what
 * the source has there.
 */
export interface Voice {
  /** Frames from `first` on. Calls go forward. */
  take(first: number, count: number): Promise<Stereo>;
  close(): Promise<void>;
}
