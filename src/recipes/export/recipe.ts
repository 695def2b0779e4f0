import * as z from 'zod';
import { qualityIds } from '#core/model/formats.ts';
import { defineRecipe } from '#core/protocol/operation.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { exportFormatIds } from '#core/timeline/render.ts';
import { minBytes } from './size.ts';

const seconds = z.number().min(0).max(documentLimits.seconds);

/**
 * Exports a canvas to a file. The document is stored with the job, so that all attempts create the same file even if the canvas
 * changes; the input contains its revision.
 */
export const exportCanvas = defineRecipe({
  id: 'export',
  name: 'Export',
  summary: 'Exports a canvas to a file.',
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
    /** The average bitrate of the video stream, in bits per second; absent for the one that follows from the quality. */
    videoBitrate: z.int().positive().optional(),
    /** The span of the canvas; null for all of it. */
    span: z.strictObject({ startSeconds: seconds, endSeconds: seconds }).nullable(),
    background: z.string().regex(/^#[0-9a-f]{6}$/),
    /** The duration of the file. */
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
  minBytes,
});
