import * as z from 'zod';

/** The rhythm of a piece of music. Times in seconds from the start of its file. */
export const rhythm = z.object({
  durationSeconds: z.number(),
  /** Beats a minute. */
  bpm: z.number(),
  /** The same beat counted half and twice as fast, as far as people would. */
  tempoAlternates: z.array(z.number()),
  /** How much of what happens falls on the beats, 0 to 1. */
  confidence: z.number(),
  /** Over the whole file, also where nothing is heard. */
  beats: z.array(z.number()),
  /** The first of the beats that begins a bar of four. */
  firstBar: z.int(),
  /** Where the music opens up, the most likely place first; each is the beginning of a bar. */
  drops: z.array(z.object({ atSeconds: z.number(), score: z.number() })),
});
export type Rhythm = z.output<typeof rhythm>;
