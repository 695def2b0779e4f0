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
export const rippled = z
  .enum(['this', 'all'])
  .default('this')
  .describe('Whether later items move on this track only, or on every track that is not locked, with the markers.');
