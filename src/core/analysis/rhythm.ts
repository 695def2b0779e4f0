import * as z from 'zod';

/** The rhythm of a piece of music. Times in seconds from the start of its file. */
const rhythm = z.object({
  durationSeconds: z.number(),
  /** Beats per minute. */
  bpm: z.number(),
  /** Half and double the tempo, if people would count the beat like that. */
  tempoAlternates: z.array(z.number()),
  /** The slowest and the fastest tempo of music with a variable tempo; null for a constant tempo. */
  tempoRange: z.object({ minBpm: z.number(), maxBpm: z.number() }).nullable(),
  /** The share of the onsets that fall on the beats and repeat, 0 to 1. */
  confidence: z.number(),
  /** The beats of the whole file, including silent passages. */
  beats: z.array(z.number()),
  /** The index of the first beat that starts a bar of four. */
  firstBar: z.int(),
  /** The starts of bars at which a drop is likely, the most likely first. */
  drops: z.array(z.object({ atSeconds: z.number(), score: z.number() })),
});
export type Rhythm = z.output<typeof rhythm>;

/** The reason why audio has no rhythm: it is silent, or too short for a tempo. */
const noRhythm = z.enum(['silent', 'short']);
export type NoRhythm = z.output<typeof noRhythm>;

/** The schema of a stored analysis result. */
export const keptRhythm = z.union([rhythm, noRhythm]);

/** The version of the analysis. Raise it when the result for the same audio changes: this invalidates cached results. */
export const rhythmVersion = 2;
