import * as z from 'zod';
import { queuedOutputFormatIds, soundFormatIds } from '#core/formats.ts';
import { defineRecipe } from '#core/operation.ts';
import { audioTrack, autoApprove, material, timeRange, videoWish } from '../input.ts';
import { cutList, settleCuts } from './cut-list.ts';
import { joinIds } from './document.ts';
import { describeFormats, toFileFormat } from './file-format.ts';

const seconds = z.number().min(0);

const input = z.strictObject({
  material: material.meta({ title: 'Video or sound', control: 'material', mediaKinds: ['video', 'sound'] }),
  thresholdDb: z.number().min(-100).max(0).nullable().default(null).meta({
    title: 'Threshold',
    unit: 'dB',
    description: 'What is quieter is no speech. Left empty, it follows the noise of the clip.',
    isAdvanced: true,
  }),
  minSilenceSeconds: z.number().min(0.1).max(60).default(0.5).meta({
    title: 'Shortest pause',
    unit: 's',
    description: 'Shorter pauses are left as they are.',
  }),
  paddingSeconds: seconds.max(5).default(0.12).meta({
    title: 'Padding',
    unit: 's',
    description: 'What stays at least before and after a word.',
  }),
  keepGapSeconds: seconds.max(10).default(0.2).meta({
    title: 'Kept pause',
    unit: 's',
    description: 'What stays of a pause, half at each end; never less than twice the padding.',
  }),
  minSpeechSeconds: seconds.max(5).default(0.08).meta({
    title: 'Shortest word',
    unit: 's',
    description: 'Shorter sounds, as a click, are no speech.',
    isAdvanced: true,
  }),
  maxRemovedShare: z.number().min(0).max(1).default(0.9).meta({
    title: 'Most removed',
    description: 'The run is refused where a larger share of the clip would go.',
    isAdvanced: true,
  }),
  protect: z.array(timeRange).max(1000).default([]).meta({
    title: 'Protected parts',
    description: 'Times of the clip in which nothing is cut.',
    isAdvanced: true,
  }),
  protectMotion: z.boolean().default(false).meta({
    title: 'Keep what moves',
    description: 'A pause in which much moves in the picture is kept. A sound has no picture.',
  }),
  joins: z.enum(joinIds).default('cut').meta({
    title: 'Joins',
    description:
      'cut: at once. dissolve: over 0.2 s. punch-in: every other passage a little larger. A sound fades out and in.',
  }),
  audioTrack,
  outputFormat: z
    .enum([...queuedOutputFormatIds, ...soundFormatIds])
    .default('mp4')
    .describe(
      'Of a video: mp4: H.264, plays everywhere; webm: VP9, smaller; mov: ProRes 4444, large, for editing. Of a sound: m4a: AAC, which mp4 stands for too; wav: uncompressed.',
    )
    .meta({ title: 'Format' }),
  autoApprove,
});

export const tighten = defineRecipe({
  id: 'tighten',
  name: 'Tighten',
  summary: 'Finds the silences and dead air of a take and cuts them out, after you have looked at the list.',
  priceCredits: 5,
  etaSeconds: 45,
  reply: 'queued',
  input,
  proposal: cutList,
  failures: ['NO_AUDIO', 'NOTHING_TO_CUT', 'TOO_MUCH_REMOVED'],
  isListed: true,
  makesCanvas: true,
  version: 3,
  pace: () => '',
  materials: (given) => [{ ...videoWish(given), kinds: ['video', 'sound'] }],
  settleInput: ({ outputFormat }, [kind]) => {
    if (kind !== 'video' && kind !== 'sound') {
      return { changes: {}, faults: [] };
    }
    const format = toFileFormat(outputFormat, kind);
    return format === null
      ? { changes: {}, faults: [{ path: 'outputFormat', message: describeFormats(kind) }] }
      : { changes: { outputFormat: format }, faults: [] };
  },
  models: () => [{ task: 'voice' }],
  leastBytes: (_, [materialBytes = 0]) => Math.ceil(materialBytes / 100),
  settleProposal: settleCuts,
});
