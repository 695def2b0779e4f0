/** A music track to compose. Times are seconds from its start, which is a beat. */
export type BedOptions = {
  readonly bpm: number;
  readonly durationSeconds: number;
  /** The time of the drop after a build-up, and the time of the end; each is a beat. */
  readonly dropSeconds: number;
  readonly endSeconds: number;
  /** The same seed creates the same music. */
  readonly seed: number;
};
