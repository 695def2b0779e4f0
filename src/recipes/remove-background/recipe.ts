import * as z from 'zod';
import { minSubjectSidePx } from '#core/model/size-limits.ts';
import { outputFormatIds, outputFormats, qualityIds, subjectIds } from '#core/model/formats.ts';
import { modelId } from '#core/model/models.ts';
import { defineRecipe } from '#core/protocol/operation.ts';
import { audioTrack, color, material, timeRange, videoWish } from '../input.ts';
import { defaults, removeBackgroundId } from './defaults.ts';
import { minBytesFor } from './size.ts';

const edge = z.strictObject({
  shiftPx: z
    .number()
    .min(-8)
    .max(8)
    .default(defaults.edge.shiftPx)
    .describe('Moves the edge outwards; negative values move it inwards.'),
  featherPx: z
    .number()
    .min(0)
    .max(16)
    .default(defaults.edge.featherPx)
    .describe('Softens the edge.')
    .meta({ title: 'Softness' }),
  decontaminate: z
    .boolean()
    .default(defaults.edge.decontaminate)
    .describe('Removes the color of the old background from the edge.')
    .meta({ title: 'Decontaminate edge colors' }),
});

export const removeBackground = defineRecipe({
  id: removeBackgroundId,
  name: 'Remove background',
  summary: 'Cuts the subject out of a video, with a true alpha channel and the original audio.',
  priceCredits: 10,
  etaSeconds: 60,
  reply: 'synchronous',
  input: z.strictObject({
    material,
    quality: z
      .enum(qualityIds)
      .default(defaults.quality)
      .describe('best: the highest quality. fast: faster, with a less exact edge.'),
    outputFormat: z
      .enum(outputFormatIds)
      .default(defaults.outputFormat)
      .describe(outputFormatIds.map((id) => `${id}: ${outputFormats[id].contents}.`).join(' ')),
    smoothing: z.number().min(0).max(100).default(defaults.smoothing).meta({
      'x-extension': true,
      title: 'Smoothing',
      description: 'The temporal smoothing of the matte.',
      isAdvanced: true,
    }),
    trim: timeRange.optional().meta({
      'x-extension': true,
      title: 'Trim',
      description: 'The part of the source to use, in seconds.',
      isAdvanced: true,
    }),
    subject: z
      .enum(subjectIds)
      .default(defaults.subject)
      .meta({ 'x-extension': true, description: 'The subject to cut out: people, or the main object.' }),
    model: modelId.optional().meta({
      'x-extension': true,
      isAdvanced: true,
      control: 'model',
      description:
        'The id of an installed model, which is then used alone; by default the best for the subject, and at `best` its ensemble.',
    }),
    green: color
      .default(defaults.green)
      .meta({ 'x-extension': true, title: 'Background color', description: 'The background of mp4.' }),
    edge: edge.prefault({}).meta({
      'x-extension': true,
      description: 'The position and softness of the edge.',
      isAdvanced: true,
    }),
    audioTrack,
  }),
  proposal: null,
  failures: ['NO_SUBJECT'],
  isListed: true,
  makesCanvas: true,
  version: 9,
  pace: ({ quality }) => (quality === 'fast' ? 'fast' : 'best'),
  materials: (input) => [videoWish(input)],
  minSidePx: minSubjectSidePx,
  models: ({ subject = defaults.subject, model, quality = defaults.quality }) => [
    { subject, model, isEnsemble: quality === 'best', isJudged: true },
  ],
  minBytes: (input, [materialBytes = 0]) => minBytesFor(input, materialBytes),
});
