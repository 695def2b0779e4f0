import type { BedOptions } from '#core/analysis/bed.ts';
import { createRandom } from '#core/lib/random.ts';

/** The section of a score that determines how a bar is played. */
type Passage = 'intro' | 'build' | 'drop' | 'outro';

/** One bar: its chord as MIDI notes, and its section. */
export type Bar = {
  readonly startSeconds: number;
  readonly passage: Passage;
  readonly root: number;
  readonly chord: readonly number[];
  /** The progress of the section, 0 to 1. */
  readonly progress: number;
};

/** The score of a bed, determined by the seed alone. */
export type Score = {
  readonly beatSeconds: number;
  readonly bars: readonly Bar[];
  /** The sixteenths of a bar on which the bass plays, and the order of the arpeggio in the chord. */
  readonly bass: readonly number[];
  readonly arpeggio: readonly number[];
};

/** Progressions of four bars, as steps above the root of the key: a step, and the chord's third (minor 3, major 4). */
const progressions = [
  // vi IV I V, in major.
  [
    [9, 3],
    [5, 4],
    [0, 4],
    [7, 4],
  ],
  // I V vi IV.
  [
    [0, 4],
    [7, 4],
    [9, 3],
    [5, 4],
  ],
  // i VI III VII, in minor.
  [
    [0, 3],
    [8, 4],
    [3, 4],
    [10, 4],
  ],
  // IV V vi I.
  [
    [5, 4],
    [7, 4],
    [9, 3],
    [0, 4],
  ],
] as const;
const bassLines = [
  [0, 3, 6, 10, 12],
  [0, 2, 4, 6, 8, 10, 12, 14],
  [0, 6, 8, 11, 14],
] as const;
const arpeggios = [
  [0, 1, 2, 3, 2, 1, 3, 2],
  [0, 2, 1, 3, 0, 2, 3, 1],
  [3, 2, 1, 0, 1, 2, 3, 2],
] as const;
/** The lowest first note of a bass: E1 to B1. */
const lowestRoot = 28;
/** The note around which chords are voiced, so that the progression moves by small steps. */
const chordCentre = 62;

/** Writes the score of a bed. */
export function writeScore({ bpm, durationSeconds, dropSeconds, endSeconds, seed }: BedOptions): Score {
  const random = createRandom(seed);
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const beatSeconds = 60 / bpm;
  const key = lowestRoot + Math.floor(random() * 8);
  const progression = pick(progressions) ?? progressions[0];
  // Bars are counted from the drop, which begins a bar, so that the chords do too.
  const barSeconds = 4 * beatSeconds;
  const before = Math.ceil(dropSeconds / barSeconds - 1e-6);
  const count = before + Math.ceil((durationSeconds - dropSeconds) / barSeconds);
  const bars = Array.from({ length: count }, (_, at): Bar => {
    const startSeconds = dropSeconds + (at - before) * barSeconds;
    const [step = 0, third = 4] = progression[(((at - before) % 4) + 4) % 4] ?? [];
    const root = key + (step > 7 ? step - 12 : step);
    return {
      startSeconds,
      root,
      chord: voice(root, third),
      ...passageAt(startSeconds, dropSeconds, endSeconds, barSeconds),
    };
  });
  return { beatSeconds, bars, bass: pick(bassLines) ?? [], arpeggio: pick(arpeggios) ?? [] };
}

function passageAt(at: number, drop: number, end: number, bar: number): Pick<Bar, 'passage' | 'progress'> {
  const middle = at + bar / 2;
  if (middle < drop) {
    const progress = Math.max(0, Math.min(1, (at + bar) / drop));
    return { passage: middle < drop / 3 ? 'intro' : 'build', progress };
  }
  return { passage: middle < end ? 'drop' : 'outro', progress: 1 };
}

/** Voices root, third, fifth and ninth, each in the octave nearest to the centre. */
function voice(root: number, third: number): number[] {
  return [0, third, 7, 14]
    .map((step) => {
      const note = (root + step) % 12;
      return chordCentre - 6 + ((((note - chordCentre + 6) % 12) + 12) % 12);
    })
    .toSorted((one, other) => one - other);
}

/** Returns the frequency of a MIDI note in Hz. */
export const toHz = (note: number): number => 440 * 2 ** ((note - 69) / 12);
