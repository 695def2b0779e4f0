/** The seconds of a fade of an item, at least 0 and as far as the other fade leaves room. */
export const fadeWithin = (
  { durationSeconds }: { readonly durationSeconds: number },
  otherSeconds: number,
  seconds: number,
): number => Math.min(Math.max(0, durationSeconds - otherSeconds), Math.max(0, seconds));
