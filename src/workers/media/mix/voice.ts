import type { Stereo } from './stereo.ts';

/**
 * The audio of a span at the sample rate of the mix and at its own speed. Frame 0 is the start of the span; frames before it and
 * after the end are those of the source.
 */
export interface Voice {
  /** Returns frames from `first` on. Calls must move forward. */
  take(first: number, count: number): Promise<Stereo>;
  close(): Promise<void>;
}
