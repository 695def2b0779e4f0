/** A synthesized sound effect: a sent message, a received message, or typing. */
export type SoundEffect = {
  readonly kind: 'sent' | 'received' | 'typing';
  /** The start time in its file, in seconds. Effects do not overlap. */
  readonly startSeconds: number;
  readonly durationSeconds: number;
};
