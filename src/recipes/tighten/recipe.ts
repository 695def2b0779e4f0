import * as z from 'zod';
import { queuedOutputFormatIds, soundFormatIds } from '#core/model/formats.ts';
import { toNumberText } from '#core/protocol/field-words.ts';
import { defineRecipe } from '#core/protocol/operation.ts';
import { audioTrack, autoApprove, material, timeRange, videoWish } from '../input.ts';
import { cutList, settleCuts } from './cut-list.ts';
import { joinIds } from './document.ts';
import { describeFormats, toFileFormat } from './file-format.ts';

const seconds = z.number().min(0);
/** The kept part of a pause contains the padding of the word before it and of the word after it. */
const keptPauseBound = { field: 'paddingSeconds', times: 2 } as const;

const fields = z.strictObject({
  material: material.meta({ title: 'Video or audio', control: 'material', mediaKinds: ['video', 'sound'] }),
  thresholdDb: z.number().min(-100).max(0).nullable().default(null).meta({
    title: 'Threshold',
    unit: 'dB',
    description: 'The level below which audio is not speech. If empty, it adapts to the noise of the clip.',
    isAdvanced: true,
  }),
  minSilenceSeconds: z.number().min(0.1).max(60).default(0.5).meta({
    title: 'Shortest pause',
    unit: 's',
    description: 'Shorter pauses are not cut.',
  }),
  paddingSeconds: seconds.max(5).default(0.12).meta({
    title: 'Padding',
    unit: 's',
    description: 'The minimum time to keep before and after a word.',
  }),
  keepGapSeconds: seconds.max(10).optional().meta({
    title: 'Kept pause',
    unit: 's',
    description: 'The part of a pause to keep, half at each end. The minimum and the default are twice the padding.',
    minOf: keptPauseBound,
  }),
  minSpeechSeconds: seconds.max(5).default(0.08).meta({
    title: 'Shortest word',
    unit: 's',
    description: 'Shorter sounds, such as clicks, are not speech.',
    isAdvanced: true,
  }),
  maxRemovedShare: z.number().min(0).max(1).default(0.9).meta({
    title: 'Maximum removed share',
    description: 'The run is refused if a larger share of the clip would be removed.',
    isAdvanced: true,
  }),
  protect: z.array(timeRange).max(1000).default([]).meta({
    title: 'Protected parts',
    description: 'Spans of the clip in which nothing is cut.',
    isAdvanced: true,
  }),
  protectMotion: z.boolean().default(false).meta({
    title: 'Keep pauses with motion',
    description: 'Keeps a pause with much motion in the video. No effect on audio files.',
  }),
  joins: z.enum(joinIds).default('cut').meta({
    title: 'Joins',
    description:
      'cut: hard cut. dissolve: over 0.2 s. punch-in: every other passage is scaled up a little. Audio files fade out and in.',
  }),
  audioTrack,
  outputFormat: z
    .enum([...queuedOutputFormatIds, ...soundFormatIds])
    .default('mp4')
    .describe(
      'For a video: mp4: H.264, plays everywhere; webm: VP9, smaller; mov: ProRes 4444, large, for editing. For an audio file: m4a: AAC, also the meaning of mp4; wav: uncompressed.',
    )
    .meta({ title: 'Format' }),
  autoApprove,
});

const input = fields.superRefine(({ keepGapSeconds, paddingSeconds }, context) => {
  const minSeconds = keptPauseBound.times * paddingSeconds;
  if (keepGapSeconds !== undefined && keepGapSeconds < minSeconds) {
    const message = `must be at least ${toNumberText(minSeconds)}, twice paddingSeconds`;
    context.addIssue({ code: 'custom', path: ['keepGapSeconds'], message });
  }
});

export const tighten = defineRecipe({
  id: 'tighten',
  name: 'Tighten',
  summary: 'Finds silences and dead air and cuts them out. You review every cut first.',
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
  minBytes: (_, [materialBytes = 0]) => Math.ceil(materialBytes / 100),
  settleProposal: settleCuts,
});
