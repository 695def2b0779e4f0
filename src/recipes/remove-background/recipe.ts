import * as z from 'zod';
import { outputFormatIds, outputFormats, qualityIds, subjectIds } from '#core/formats.ts';
import { modelId } from '#core/models.ts';
import { defineRecipe } from '#core/operation.ts';
import { audioTrack, color, material, timeRange, videoWish } from '../input.ts';
import { defaults } from './defaults.ts';
import { leastBytesFor } from './size.ts';

const edge = z.strictObject({
  shiftPx: z
    .number()
    .min(-8)
    .max(8)
    .default(defaults.edge.shiftPx)
    .describe('Moves the edge outwards, or inwards below zero.'),
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
    .describe('Takes the colour of the old background out of the edge.')
    .meta({ title: 'Clean the colour of the edge' }),
});

export const removeBackground = defineRecipe({
  id: 'remove-background',
  name: 'Remove background',
  summary: 'Cuts the subject out of a video, with a true alpha channel and the sound kept.',
  priceCredits: 10,
  etaSeconds: 60,
  reply: 'synchronous',
  input: z.strictObject({
    material,
    quality: z
      .enum(qualityIds)
      .default(defaults.quality)
      .describe('best is the quality pick; fast trades some edge fidelity for speed.'),
    outputFormat: z
      .enum(outputFormatIds)
      .default(defaults.outputFormat)
      .describe(outputFormatIds.map((id) => `${id}: ${outputFormats[id].contents}.`).join(' ')),
    smoothing: z.number().min(0).max(100).default(defaults.smoothing).meta({
      'x-extension': true,
      title: 'Steadying',
      description: 'How much the matte is steadied in time.',
      isAdvanced: true,
    }),
    trim: timeRange.optional().meta({
      'x-extension': true,
      title: 'Only a part',
      description: 'Only this part of the source, in seconds.',
      isAdvanced: true,
    }),
    subject: z
      .enum(subjectIds)
      .default(defaults.subject)
      .meta({ 'x-extension': true, description: 'What to cut out: people, or whatever stands out.' }),
    model: modelId.optional().meta({
      'x-extension': true,
      isAdvanced: true,
      control: 'model',
      description:
        'An installed model by its id, which is then used alone; by default the best for the subject, and at `best` those that agree with it.',
    }),
    green: color
      .default(defaults.green)
      .meta({ 'x-extension': true, title: 'Colour behind it', description: 'The background of mp4.' }),
    edge: edge.prefault({}).meta({
      'x-extension': true,
      description: 'Where the edge lies and how soft it is.',
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
  models: ({ subject = defaults.subject, model, quality = defaults.quality }) => [
    { subject, model, isConsensus: quality === 'best', isJudged: true },
  ],
  leastBytes: (input, [materialBytes = 0]) => leastBytesFor(input, materialBytes),
});
