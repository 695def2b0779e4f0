/** The recommended timeout, in seconds, for callers of a synchronous run. */
const callerSeconds = 600;

/**
 * Describes a run that takes `seconds` of work: its duration and how to avoid a timeout. Returns null for a run that ends before
 * its caller times out.
 */
export function describeLongRun(seconds: number, tense: 'will take' | 'took'): string | null {
  if (seconds <= callerSeconds) {
    return null;
  }
  const minutes = Math.ceil(seconds / 60);
  return `This run ${tense} about ${minutes} minutes, longer than the ${callerSeconds} s that a caller waits. Send "Prefer: respond-async", repeat the same call later, or shorten the run with \`trim\` or \`quality: fast\`.`;
}
