import { createRandom } from './random.ts';

/** The random streams of this thread by name; null without a seed. */
let streams: { readonly seed: string; readonly byName: Map<string, () => number> } | null = null;

/** Makes the random ids and keys of this thread reproducible, from their first one on; null makes them random again. */
export function seedThread(seed: string | null): void {
  streams = seed === null ? null : { seed, byName: new Map() };
}

/** Whether `drawSeeded` returns reproducible numbers. */
export const isSeeded = (): boolean => streams !== null;

/**
 * Returns the next number of `[0, 1)` of a named stream. Each kind of id has a stream of its own, so that one more request does not
 * change the ids of jobs. Without a seed, returns a random number.
 */
export function drawSeeded(name: string): number {
  if (!streams) {
    return Math.random();
  }
  const { seed, byName } = streams;
  const stream = byName.get(name) ?? createRandom(toNumber(`${seed}:${name}`));
  byName.set(name, stream);
  return stream();
}

/** Returns a hash of 32 bits (FNV-1a). */
export const toNumber = (text: string): number =>
  Array.from(text).reduce((hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619), 2_166_136_261);
