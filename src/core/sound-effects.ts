/** A sound that is synthesised: a message that goes out, one that comes in, or keys while somebody types. */
export type SoundEffect = {
  readonly kind: 'sent' | 'received' | 'typing';
  /** Where it is in its file, in seconds. Effects do not overlap. */
  readonly startSeconds: number;
  readonly durationSeconds: number;
};
