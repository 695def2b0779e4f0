import { toMicroseconds } from '#core/lib/time.ts';
import { arc } from './defaults.ts';
import type { Role } from './proposal.ts';

/** A slot of the film, on beats, without a shot yet. Times are seconds of the film. */
export type Place = {
  readonly role: Role;
  readonly startSeconds: number;
  readonly durationSeconds: number;
  readonly text?: string;
};

/** The beats and the drop of the film's music. */
export type FilmBeats = { readonly beats: readonly number[]; readonly dropSeconds: number };

/** The best shot duration of each part, in seconds. */
const bestSeconds = { hook: 2.6, tease: 1.15, reveal: 2.8, feature: 2 } as const;
/** The minimum duration of a part before the next one, and the minimum time to read the end card. */
const minSeconds = { hook: 0.9, tease: 1, reveal: 1.2, end: 1.8 } as const;
/** The minimum duration of an end card that can be read. */
export const minEndSeconds = minSeconds.end;

/** Plans the slots of a film. Its parts end on the beats nearest to their shares of the duration, the tease on the drop. */
export function planArc(
  { beats, dropSeconds }: FilmBeats,
  lengthSeconds: number,
  words: { readonly title: string; readonly points: readonly string[]; readonly end: string },
): Place[] {
  const drop = nearest(beats, dropSeconds);
  const hookEnd = nearest(
    beats.filter((beat) => beat >= minSeconds.hook && beat <= drop - minSeconds.tease),
    arc.hook * lengthSeconds,
  );
  const end = nearest(
    beats.filter((beat) => beat > drop + minSeconds.reveal && beat <= lengthSeconds - minSeconds.end),
    arc.feature * lengthSeconds,
  );
  const revealEnd = nearest(
    beats.filter((beat) => beat >= drop + minSeconds.reveal && beat <= end),
    drop + bestSeconds.reveal,
  );
  const between = (from: number, to: number): number[] =>
    beats.filter((beat) => beat >= from - 1e-6 && beat < to - 1e-6);
  const cut = (role: Exclude<Role, 'end'>, from: number, to: number, wordCount = 1): Place[] =>
    splitAtBeats(between(from, to), to, bestSeconds[role], role === 'tease', wordCount).map((place) => ({
      role,
      ...place,
    }));
  const features = cut('feature', revealEnd, end, Math.max(1, words.points.length));
  return [
    ...cut('hook', 0, hookEnd),
    ...cut('tease', hookEnd, drop),
    ...withWords(cut('reveal', drop, revealEnd), words.title === '' ? [] : [words.title]),
    ...withWords(features, words.points),
    ...withWords(
      [{ role: 'end', startSeconds: end, durationSeconds: toMicroseconds(lengthSeconds - end) }],
      words.end === '' ? [] : [words.end],
    ),
  ];
}

/** Returns the nearest beat; 0 for an empty list. */
const nearest = (beats: readonly number[], seconds: number): number =>
  beats.reduce((best, beat) => (Math.abs(beat - seconds) < Math.abs(best - seconds) ? beat : best), beats[0] ?? 0);

type Span = { readonly startSeconds: number; readonly durationSeconds: number };

/** Splits a part into slots of about `seconds` that start on beats and become shorter in a tease. `words` of them have words. */
function splitAtBeats(
  starts: readonly number[],
  end: number,
  seconds: number,
  quickens: boolean,
  words: number,
): Span[] {
  const [first] = starts;
  if (first === undefined || end <= first) {
    return [];
  }
  // Each of the words gets the same number of slots.
  const count = Math.min(starts.length, words * Math.max(1, Math.round((end - first) / seconds / words)));
  const places = [...new Set(Array.from({ length: count }, (_, at) => getPlace(at / count, starts.length, quickens)))];
  const cuts = places.map((place) => starts[place] ?? first);
  return cuts.map((startSeconds, at) => ({
    startSeconds,
    durationSeconds: toMicroseconds((cuts[at + 1] ?? end) - startSeconds),
  }));
}

/** Returns the beat at which a share of the slots is over. */
function getPlace(share: number, beats: number, quickens: boolean): number {
  const eased = quickens ? 1.35 * share - 0.35 * share ** 2 : share;
  return Math.min(beats - 1, Math.round(eased * beats));
}

/** Distributes words evenly over slots, the first one at the first slot. */
function withWords(places: readonly Place[], words: readonly string[]): Place[] {
  const owners = words.map((_, index) => Math.floor((index * places.length) / words.length));
  return places.map((place, at) => {
    const text = words[owners.indexOf(at)];
    return owners.includes(at) && text !== undefined ? { ...place, text } : place;
  });
}
