/** Callers of a synchronous run are told to wait for so long, in seconds. */
const callerSeconds = 600;

/**
 * What to tell a caller of a run that takes `seconds` of work, or will take them: its length and the ways out. Null for a run
 * that ends in time.
 */
export function describeLongRun(seconds: number, tense: 'will take' | 'took'): string | null {
  if (seconds <= callerSeconds) {
    return null;
  }
  const minutes = Math.ceil(seconds / 60);
  return `This run ${tense} about ${minutes} minutes here, and a caller that waits ${callerSeconds} s does not see its end: ask with "Prefer: respond-async", or again with the same call, or shorten it with \`trim\` or \`quality: fast\`.`;
}
