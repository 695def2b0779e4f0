import * as z from 'zod';

/** What a stage of a run remembers of the frames before, bit by bit: given back to it, it goes on as if nothing had been. */
const memory = z.object({ numbers: z.array(z.number()), arrays: z.array(z.instanceof(Float32Array)) });
export type Memory = z.output<typeof memory>;

/** How far a cut-out is, and all that its next frame depends on but the source itself. Times are those of the result. */
export const cutOutCheckpoint = z.object({
  frameCount: z.int().positive(),
  /** The time of the last frame that is done, and how many frames have it: one, unless the file is odd. */
  last: z.object({ timestampUs: z.number(), frameCount: z.int().positive() }),
  endUs: z.number(),
  coverage: z.object({ sum: z.number(), best: z.number() }),
  warnings: z.array(z.string()),
  /** How much counts of what is on the disk of each file, the one that was asked for first. */
  journals: z.array(z.object({ sizeBytes: z.int(), packetCount: z.int() })),
  memories: z.object({ cuts: memory, smoothing: memory, refiner: memory, model: memory }),
});
export type CutOutCheckpoint = z.output<typeof cutOutCheckpoint>;
