import * as z from 'zod';

/** The exact state of a stage after the last frame. A stage with a restored state continues without a difference. */
const stageState = z.object({ numbers: z.array(z.number()), arrays: z.array(z.instanceof(Float32Array)) });
export type StageState = z.output<typeof stageState>;

/** The completed segments, and all state that the next frame depends on except the source. Times are those of the result. */
const doneSegments = z.object({
  frameCount: z.int().positive(),
  /** The time of the last completed frame, and the number of frames with that time: one, unless the file is damaged. */
  last: z.object({ timestampUs: z.number(), frameCount: z.int().positive() }),
  endUs: z.number(),
  coverage: z.object({ sum: z.number(), best: z.number() }),
  /** The state of the subject judge: its results so far, and the time of the next frame that it judges. */
  judged: z.object({ sum: z.number(), best: z.number(), count: z.int(), nextUs: z.number() }).optional(),
  states: z.object({ cuts: stageState, smoothing: stageState, refiner: stageState, model: stageState }),
  /** The valid length of each journal file, the requested result first. */
  journals: z.array(z.object({ sizeBytes: z.int(), packetCount: z.int() })),
});
export type DoneSegments = z.output<typeof doneSegments>;

/** The first frames of the next segment, whose mattes are in a log, and the model's state after the last of them. */
const loggedMattes = z.object({ frameCount: z.int().positive(), model: stageState });
export type LoggedMattes = z.output<typeof loggedMattes>;

/** The progress of a background removal. */
export const cutOutCheckpoint = z.object({
  /** Null during the first segment. */
  done: doneSegments.nullable(),
  /** Null at the start of a segment. */
  mattes: loggedMattes.nullable(),
  warnings: z.array(z.string()),
});
export type CutOutCheckpoint = z.output<typeof cutOutCheckpoint>;
