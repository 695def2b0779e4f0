/** Returns the seconds of a fade of an item, limited to 0 and to the time that the other fade leaves. */
export const fadeWithin = (
  { durationSeconds }: { readonly durationSeconds: number },
  otherSeconds: number,
  seconds: number,
): number => Math.min(Math.max(0, durationSeconds - otherSeconds), Math.max(0, seconds));
