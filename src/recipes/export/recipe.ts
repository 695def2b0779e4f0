import * as z from 'zod';
import { qualityIds } from '#core/formats.ts';
import { defineRecipe } from '#core/operation.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { exportFormatIds } from '#core/timeline/render.ts';
import { leastBytes } from './size.ts';

const seconds = z.number().min(0).max(documentLimits.seconds);

/**
 * The file of a canvas. The document itself is frozen beside the job, so that its attempts give the same file whatever
 * becomes of the canvas meanwhile; the input says which state it was.
 */
export const exportCanvas = defineRecipe({
  id: 'export',
  name: 'Export',
  summary: 'Makes a file of a canvas.',
  priceCredits: 0,
  etaSeconds: 30,
  reply: 'queued',
  input: z.strictObject({
    canvasId: z.string(),
    revision: z.int().min(1),
    format: z.enum(exportFormatIds),
    width: z.int().positive(),
    height: z.int().positive(),
    frameRate: z.number().positive(),
    quality: z.enum(qualityIds),
    /** Of the canvas; null for all of it. */
    span: z.strictObject({ startSeconds: seconds, endSeconds: seconds }).nullable(),
    background: z.string().regex(/^#[0-9a-f]{6}$/),
    /** How long the file becomes. */
    durationSeconds: seconds,
  }),
  proposal: null,
  failures: [],
  isListed: false,
  makesCanvas: false,
  version: 2,
  pace: ({ format, quality }) => `${String(format)}-${String(quality)}`,
  materials: () => [],
  models: () => [],
  leastBytes,
});
