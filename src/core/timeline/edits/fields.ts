import * as z from 'zod';
import { documentLimits } from '../limits.ts';

/** Fields that several edits have. */
export const id = z.string().min(1).max(200);
export const newId = id.optional().describe('The id of what is made; one is given where it is absent.');
export const time = z
  .number()
  .min(0)
  .max(documentLimits.seconds)
  .describe("Seconds of the canvas; the nearest start of a frame of the canvas's rate is taken.");
export const edge = z.enum(['start', 'end']);
export const rippled = z
  .enum(['this', 'all'])
  .default('this')
  .describe(
    'Whether what is behind moves on this track alone, or on every track that is not locked, with the markers.',
  );
