import type { Rhythm } from '#core/analysis/rhythm.ts';
import { createRandom } from '#core/lib/random.ts';
import { toMicroseconds } from '#core/lib/time.ts';
import { arc } from './defaults.ts';
import type { FilmBeats } from './arc.ts';

/** A passage of the music and its time in the film. Times are seconds; `sourceStartSeconds` is in the music. */
export type Passage = {
  readonly startSeconds: number;
  readonly sourceStartSeconds: number;
  readonly durationSeconds: number;
};

/** The music of a film: its passages, beats and tempo. */
export type FilmMusic = FilmBeats & {
  readonly bpm: number;
  readonly tempoAlternates: readonly number[];
  readonly musicStartSeconds: number;
  readonly passages: readonly Passage[];
};

/** The range of the reveal as shares of the film, if a drop is worth it. */
const dropShares = { least: 0.2, most: 0.42 } as const;
/** The weight of the distance between a drop and its place, relative to the drop's score, per tenth of the film. */
const placeWeight = 8;

/** Places given music under a film, so that its best drop is at the reveal. Music that is too short loops. */
export function layMusic(rhythm: Rhythm, lengthSeconds: number): FilmMusic {
  const { beats, firstBar, bpm, tempoAlternates } = rhythm;
  const bars = beats.filter((_, at) => at % 4 === firstBar % 4);
  const options = rhythm.drops.flatMap(({ atSeconds, score }) => {
    const startAt = nearestIndex(beats, atSeconds - arc.tease * lengthSeconds);
    const share = (atSeconds - (beats[startAt] ?? 0)) / lengthSeconds;
    const isPossible = share >= dropShares.least && share <= dropShares.most;
    const left = rhythm.durationSeconds - (beats[startAt] ?? 0) - lengthSeconds;
    const worth = score - placeWeight * 10 * Math.abs(share - arc.tease) - (left < 0 ? 6 : 0);
    return isPossible ? [{ startAt, atSeconds, worth }] : [];
  });
  const best = options.toSorted((one, other) => other.worth - one.worth)[0];
  const startAt = best?.startAt ?? nearestIndex(beats, bars[0] ?? 0);
  const walked = walk(rhythm, startAt, bars, lengthSeconds);
  const dropSeconds = best
    ? best.atSeconds - (beats[startAt] ?? 0)
    : barNear(walked.beats, beats, startAt, firstBar, lengthSeconds);
  return { ...walked, bpm, tempoAlternates, dropSeconds, musicStartSeconds: beats[startAt] ?? 0 };
}

function nearestIndex(times: readonly number[], seconds: number): number {
  return times.reduce(
    (best, time, at) => (Math.abs(time - seconds) < Math.abs((times[best] ?? 0) - seconds) ? at : best),
    0,
  );
}

/** Returns the bar nearest to the place of the reveal, for music without a drop. */
function barNear(
  filmBeats: readonly number[],
  beats: readonly number[],
  startAt: number,
  firstBar: number,
  length: number,
): number {
  const starts = filmBeats.filter((_, at) => (startAt + at) % 4 === firstBar % 4);
  return starts[nearestIndex(starts, arc.tease * length)] ?? beats[0] ?? 0;
}

/** Walks through the music from beat to beat, and loops its whole bars, until the film ends. */
function walk({ beats, durationSeconds }: Rhythm, startAt: number, bars: readonly number[], lengthSeconds: number) {
  const passages: Passage[] = [];
  const filmBeats: number[] = [];
  const loop = findLoop(bars, durationSeconds);
  let [source, start, index] = [beats[startAt] ?? 0, 0, startAt];
  while (start < lengthSeconds - 1e-6) {
    const left = lengthSeconds - start;
    const end = source + left <= durationSeconds || source >= loop.endSeconds ? durationSeconds : loop.endSeconds;
    const length = Math.min(left, end - source);
    passages.push({ startSeconds: start, sourceStartSeconds: source, durationSeconds: length });
    for (; index < beats.length && (beats[index] ?? 0) < source + length - 1e-6; index++) {
      filmBeats.push(start + (beats[index] ?? 0) - source);
    }
    start += length;
    source = loop.startSeconds;
    index = nearestIndex(beats, source);
  }
  return { passages, beats: filmBeats.filter((beat) => beat < lengthSeconds - 1e-6).map(toMicroseconds) };
}

/** The minimum duration of a loop of bars. */
const minLoopSeconds = 1;

/** Returns the part that loops: from the second bar to the last, from the first bar if there are few, else all of the music. */
function findLoop(bars: readonly number[], durationSeconds: number) {
  const endSeconds = bars.at(-1) ?? 0;
  const startSeconds = [bars[1], bars[0]].find((bar) => bar !== undefined && endSeconds - bar >= minLoopSeconds);
  return startSeconds === undefined ? { startSeconds: 0, endSeconds: durationSeconds } : { startSeconds, endSeconds };
}

/** The tempos of composed music, and the tolerance of its drop's place, as a share of the film. */
const bedTempi = [96, 100, 104, 320 / 3, 108, 112, 116, 120, 124] as const;
const bedTolerance = 0.03;

/** Plans the beats of composed music: its drop starts a bar, near the place of the reveal. */
export function planBed(
  bpm: number | null,
  lengthSeconds: number,
  seed: number,
): FilmMusic & { readonly endSeconds: number } {
  const place = arc.tease * lengthSeconds;
  const findDrop = (tempo: number): number => Math.max(1, Math.round((place * tempo) / 240)) * (240 / tempo);
  const fitting = bedTempi.filter((tempo) => Math.abs(findDrop(tempo) - place) <= bedTolerance * lengthSeconds);
  const tempo = bpm ?? fitting[Math.floor(createRandom(seed)() * fitting.length)] ?? 320 / 3;
  const beat = 60 / tempo;
  const beats = Array.from({ length: Math.ceil(lengthSeconds / beat - 1e-6) }, (_, at) => toMicroseconds(at * beat));
  return {
    bpm: tempo,
    tempoAlternates: [tempo / 2, 2 * tempo].filter((one) => one >= 40 && one <= 240),
    beats,
    dropSeconds: toMicroseconds(findDrop(tempo)),
    endSeconds: toMicroseconds(Math.round((arc.feature * lengthSeconds) / beat) * beat),
    musicStartSeconds: 0,
    passages: [{ startSeconds: 0, sourceStartSeconds: 0, durationSeconds: lengthSeconds }],
  };
}
