/** A span of one source that is heard in a span of the canvas. Times are seconds. */
export type SoundSpan = {
  readonly itemId: string;
  readonly trackId: string;
  readonly assetId: string;
  /** Of the canvas. */
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** Of the source, at `startSeconds`. */
  readonly sourceStartSeconds: number;
  readonly speed: number;
  readonly keepsPitch: boolean;
  /** The amplitude over canvas time, linear between points, constant before the first and after the last. */
  readonly gain: readonly { readonly atSeconds: number; readonly amplitude: number }[];
  /** Equal power: amplitude sin(pi / 2 * share) of the fade. In canvas time; null without one. */
  readonly fadeIn: { readonly startSeconds: number; readonly endSeconds: number } | null;
  readonly fadeOut: { readonly startSeconds: number; readonly endSeconds: number } | null;
};
