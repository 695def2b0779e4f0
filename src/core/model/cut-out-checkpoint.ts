import * as z from 'zod';

/** What a stage of a run keeps of the frames before, bit by bit. With it restored, the stage goes on as if nothing had been. */
const stageState = z.object({ numbers: z.array(z.number()), arrays: z.array(z.instanceof(Float32Array)) });
export type StageState = z.output<typeof stageState>;

/** The segments that are whole, and all that the next frame depends on but the source itself. Times are those of the result. */
const doneSegments = z.object({
  frameCount: z.int().positive(),
  /** The time of the last frame that is done, and how many frames have it: one, unless the file is odd. */
  last: z.object({ timestampUs: z.number(), frameCount: z.int().positive() }),
  endUs: z.number(),
  coverage: z.object({ sum: z.number(), best: z.number() }),
  /** What the judge of the subject has seen: the frames of its looks, and the time of the next one. */
  judged: z.object({ sum: z.number(), best: z.number(), count: z.int(), nextUs: z.number() }).optional(),
  states: z.object({ cuts: stageState, smoothing: stageState, refiner: stageState, model: stageState }),
  /** How much counts of what is on the disk of each file, the one that was asked for first. */
  journals: z.array(z.object({ sizeBytes: z.int(), packetCount: z.int() })),
});
export type DoneSegments = z.output<typeof doneSegments>;

/** The first frames of the next segment, whose mattes are in a log, and the model's state after the last of them. */
const loggedMattes = z.object({ frameCount: z.int().positive(), model: stageState });
export type LoggedMattes = z.output<typeof loggedMattes>;

/** How far a cut-out is. */
export const cutOutCheckpoint = z.object({
  /** Null while the first segment is made. */
  done: doneSegments.nullable(),
  /** Null where a segment begins. */
  mattes: loggedMattes.nullable(),
  warnings: z.array(z.string()),
});
export type CutOutCheckpoint = z.output<typeof cutOutCheckpoint>;
