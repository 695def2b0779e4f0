import { createRandom } from '#core/lib/random.ts';

/**
 * Generated music with known beats, for tests and benchmarks of the beat tracker: drums, bass and chords at 48 kHz,
 * mono.
 */

const rate = 48_000;

/** The hits on the sixteenths of a bar, with their strength. */
type Pattern = {
  readonly kick: Readonly<Record<number, number>>;
  readonly snare: Readonly<Record<number, number>>;
  readonly hat: Readonly<Record<number, number>>;
  /** Notes of the bass as semitones above its root. */
  readonly bass: Readonly<Record<number, number>>;
  /** The loudness of the chords. */
  readonly pad: number;
  /** The share of a sixteenth by which each second one is late. */
  readonly swing: number;
};

const every = (step: number, from: number, level: number): Record<number, number> =>
  Object.fromEntries(
    Array.from({ length: 16 }, (_, at) => at).flatMap((at) => (at % step === from ? [[at, level]] : [])),
  );

/** Six kinds of rhythm. */
const rhythmKinds = {
  house: {
    kick: every(4, 0, 1),
    snare: { 4: 0.6, 12: 0.6 },
    hat: every(4, 2, 0.8),
    bass: { 2: 0, 6: 0, 10: 3, 14: 5 },
    pad: 0.1,
    swing: 0,
  },
  'hip-hop': {
    kick: { 0: 1, 6: 0.7, 10: 0.9 },
    snare: { 4: 0.9, 12: 0.9 },
    hat: every(2, 0, 0.45),
    bass: { 0: 0, 6: 0, 10: 7 },
    pad: 0.08,
    swing: 0.25,
  },
  'drum-and-bass': {
    kick: { 0: 1, 10: 1 },
    snare: { 4: 1, 12: 1, 7: 0.25, 15: 0.2 },
    hat: every(2, 0, 0.5),
    bass: { 0: 0, 10: 3 },
    pad: 0.1,
    swing: 0,
  },
  ballad: {
    kick: { 0: 0.9, 8: 0.8 },
    snare: { 4: 0.6, 12: 0.6 },
    hat: every(2, 0, 0.25),
    bass: { 0: 0, 8: 5 },
    pad: 0.2,
    swing: 0,
  },
  rock: {
    kick: { 0: 1, 8: 1, 10: 0.8 },
    snare: { 4: 1, 12: 1 },
    hat: every(2, 0, 0.6),
    bass: Object.fromEntries(Array.from({ length: 8 }, (_, at) => [2 * at, at < 4 ? 0 : 5])),
    pad: 0.08,
    swing: 0,
  },
  'off-beat hats': {
    kick: { 0: 1, 8: 0.9, 11: 0.5 },
    snare: { 4: 0.4, 12: 0.4 },
    hat: every(4, 2, 1),
    bass: { 0: 0, 3: 0, 6: 7, 11: 5 },
    pad: 0.1,
    swing: 0,
  },
} as const satisfies Record<string, Pattern>;
export type RhythmKind = keyof typeof rhythmKinds;

export type Rhythm = {
  readonly samples: Float32Array<ArrayBuffer>;
  readonly sampleRate: number;
  readonly beats: number[];
};

/**
 * Generates music of a kind at a tempo. Without drums until `dropSeconds`, if given: the two bars before it have no
 * bass either. With `getTime` the tempo changes: it returns the time of a number of beats, in seconds after the start.
 */
export function makeRhythm(
  kind: RhythmKind,
  bpm: number,
  seconds: number,
  {
    startSeconds = 0.3,
    dropSeconds = 0,
    seed = 1,
    getTime = (beats: number): number => (beats * 60) / bpm,
  }: { startSeconds?: number; dropSeconds?: number; seed?: number; getTime?: (beats: number) => number } = {},
): Rhythm {
  const samples = new Float32Array(Math.round(seconds * rate));
  const random = createRandom(seed);
  const pattern: Pattern = rhythmKinds[kind];
  const beats: number[] = [];
  for (let step = 0; startSeconds + getTime(step / 4) < seconds; step++) {
    const beat = getTime(step / 4 + 1) - getTime(step / 4);
    const sixteenth = beat / 4;
    const at = startSeconds + getTime(step / 4) + (step % 2) * pattern.swing * sixteenth;
    beats.push(...(step % 4 === 0 ? [at] : []));
    const place = step % 16;
    const human = (): number => at + (random() - 0.5) * 0.006;
    const isFull = at >= dropSeconds - 0.01;
    if (isFull) {
      strike(samples, human(), pattern.kick[place] ?? 0, kick);
      strike(samples, human(), pattern.snare[place] ?? 0, snare(random));
    }
    strike(samples, human(), (pattern.hat[place] ?? 0) * (isFull ? 1 : 0.5), hat(random));
    const note = pattern.bass[place];
    if (note !== undefined && (isFull || at < dropSeconds - 8 * beat)) {
      strike(samples, human(), isFull ? 0.5 : 0.25, tone(55 * 2 ** (note / 12), 1.6 * sixteenth));
    }
    if (place === 0) {
      for (const semitones of [12, 15, 19]) {
        const root = 110 * 2 ** ((semitones + 5 * (Math.floor(step / 16) % 2)) / 12);
        strike(samples, at, pattern.pad, tone(root, 4 * beat));
      }
    }
  }
  return { samples: samples.map((sample) => Math.tanh(0.7 * sample)), sampleRate: rate, beats };
}

/** Returns the times of beats whose tempo changes evenly from one to another within `seconds`. */
export const changingTempo =
  (from: number, to: number, seconds: number) =>
  (beats: number): number => {
    // The phase is from / 60 * t + (to - from) / (120 * seconds) * t ** 2.
    const [linear, squared] = [from / 60, (to - from) / (120 * seconds)];
    const root = Math.sqrt(Math.max(0, linear ** 2 + 4 * squared * beats));
    return (2 * beats) / (linear + root);
  };

type Voice = { readonly seconds: number; readonly at: (seconds: number) => number };

const kick: Voice = {
  seconds: 0.28,
  at: (t) => Math.sin(2 * Math.PI * (48 * t + 7 * (1 - Math.exp(-t * 28)))) * Math.exp(-t * 14),
};
const snare = (random: () => number): Voice => ({
  seconds: 0.2,
  at: (t) => (0.6 * (2 * random() - 1) + 0.5 * Math.sin(2 * Math.PI * 190 * t)) * Math.exp(-t * 24),
});
function hat(random: () => number): Voice {
  let before = 0;
  return {
    seconds: 0.09,
    at: (t) => {
      const noise = 2 * random() - 1;
      const high = noise - before;
      before = noise;
      return 0.3 * high * Math.exp(-t * 55);
    },
  };
}
const tone = (hz: number, seconds: number): Voice => ({
  seconds,
  at: (t) =>
    (Math.sin(2 * Math.PI * hz * t) + 0.4 * Math.sin(4 * Math.PI * hz * t)) *
    Math.min(1, t / 0.008) *
    Math.min(1, (seconds - t) / 0.03),
});

function strike(samples: Float32Array, atSeconds: number, level: number, { seconds, at }: Voice): void {
  if (level === 0) {
    return;
  }
  const start = Math.round(atSeconds * rate);
  for (let i = 0; i < seconds * rate && start + i < samples.length; i++) {
    samples[start + i] = (samples[start + i] ?? 0) + level * at(i / rate);
  }
}
