import * as z from 'zod';

/** The rhythm of a piece of music. Times in seconds from the start of its file. */
const rhythm = z.object({
  durationSeconds: z.number(),
  /** Beats a minute. */
  bpm: z.number(),
  /** The same beat counted half and twice as fast, as far as people would. */
  tempoAlternates: z.array(z.number()),
  /** The slowest and the fastest tempo of music whose tempo changes; null where it is constant. */
  tempoRange: z.object({ minBpm: z.number(), maxBpm: z.number() }).nullable(),
  /** How much of what happens falls on the beats and comes again, 0 to 1. */
  confidence: z.number(),
  /** Over the whole file, also where nothing is heard. */
  beats: z.array(z.number()),
  /** The first of the beats that begins a bar of four. */
  firstBar: z.int(),
  /** Where the music opens up, the most likely place first; each is the beginning of a bar. */
  drops: z.array(z.object({ atSeconds: z.number(), score: z.number() })),
});
export type Rhythm = z.output<typeof rhythm>;

/** The reason that audio has no rhythm: it is silent, or too short for a tempo. */
const noRhythm = z.enum(['silent', 'short']);
export type NoRhythm = z.output<typeof noRhythm>;

/** The result of an analysis, as it is kept. */
export const keptRhythm = z.union([rhythm, noRhythm]);

/** Rises when the analysis of the same audio has another result: results of earlier versions are not used again. */
export const rhythmVersion = 2;
