import * as z from 'zod';
import { documentLimits } from '../limits.ts';

/** The fields that several edits share. */
export const id = z.string().min(1).max(200);
export const newId = id.optional().describe('The id of the new object; generated if absent.');
export const time = z
  .number()
  .min(0)
  .max(documentLimits.seconds)
  .describe("Seconds of the canvas; rounded to the nearest start of a frame at the canvas's frame rate.");
export const edge = z.enum(['start', 'end']);
const ripples = z
  .enum(['this', 'all', 'connected'])
  .describe(
    'Which later items move: `this`, the default, moves those of this track; `all` those of every track that is not locked, and the markers; `connected` those of this track, and items of other tracks that are connected to them. An item is connected to the item of this track that covers at least half of it.',
  );
export const rippled = ripples.default('this');
/** The later items that move if an edit inserts an item; `this` if absent. */
export const rippledIfInserted = ripples.optional();
export type Rippled = z.output<typeof rippled>;
export const fit = z
  .enum(['exact', 'insert'])
  .optional()
  .describe(
    '`exact`, the default, is refused if the place is occupied. `insert` then places at the nearest edit point, and later items move.',
  );
