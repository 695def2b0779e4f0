/** Music to be made. Times in seconds from its start, which is a beat. */
export type BedOptions = {
  readonly bpm: number;
  readonly durationSeconds: number;
  /** Where it opens up after a build, and where it comes to rest; each is a beat. */
  readonly dropSeconds: number;
  readonly endSeconds: number;
  /** The same seed gives the same music. */
  readonly seed: number;
};
