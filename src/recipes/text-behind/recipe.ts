import * as z from 'zod';
import { Failure } from '#core/failure.ts';
import { qualityIds, subjectIds } from '#core/formats.ts';
import { modelId } from '#core/models.ts';
import { defineRecipe } from '#core/operation.ts';
import { textFonts } from '#core/timeline/fonts.ts';
import {
  audioTrack,
  autoApprove,
  color,
  coordinate,
  material,
  outputFormat,
  point,
  timeRange,
  videoWish,
} from '../input.ts';
import { leastBytesFor } from '../remove-background/size.ts';
import { defaults } from './defaults.ts';

/** Without something that can be seen there is nothing to set; that there is nothing at all is said otherwise. */
const seen = /^$|[^\s\p{Default_Ignorable_Code_Point}]/u;
const text = (most: number) =>
  z.string().min(1).max(most).regex(seen, { message: 'must have something that can be seen' });

const motionIds = ['none', 'fade', 'rise', 'scale', 'wipe'] as const;
const sizePx = z.number().min(4).max(5000);
const rotation = z.number().min(-180).max(180);

const input = z.strictObject({
  material,
  text: text(80).describe('What is written, 1 to 80 characters; a line feed begins another line.').meta({
    title: 'Text',
    control: 'textarea',
  }),
  font: z
    .enum(textFonts)
    .default(defaults.font)
    .describe('Letters that it lacks come from fonts of their script.')
    .meta({ title: 'Font' }),
  weight: z
    .int()
    .min(100)
    .max(900)
    .default(defaults.weight)
    .describe('How bold the letters are, 100 to 900, where the font has a choice.')
    .meta({ title: 'Weight', isAdvanced: true }),
  fill: color
    .optional()
    .describe('The colour of the letters; by default the one that contrasts with what is behind them.')
    .meta({ title: 'Fill' }),
  stroke: z
    .strictObject({ color, widthPx: z.number().positive().max(200) })
    .optional()
    .describe('A line around the letters.')
    .meta({ title: 'Outline', isAdvanced: true }),
  case: z
    .enum(['none', 'upper', 'lower', 'title'])
    .default(defaults.case)
    .describe('How the letters are written: as given, all large, all small, or each word with a capital.')
    .meta({ title: 'Case' }),
  position: point
    .optional()
    .describe('The centre of the text in pixels of the source; by default a place that the subject crosses.')
    .meta({ title: 'Position', isAdvanced: true }),
  sizePx: sizePx
    .optional()
    .describe(
      'The size of the letters in pixels of the source; by default the text is 80 to 90 % as wide as the picture.',
    )
    .meta({ title: 'Size', unit: 'px', isAdvanced: true }),
  rotation: rotation
    .default(defaults.rotation)
    .describe('In degrees, clockwise about the centre.')
    .meta({ title: 'Rotation', unit: '°', isAdvanced: true }),
  window: timeRange
    .optional()
    .describe(
      'When the text is there, in seconds of the source, within one shot; by default all of a clip that is one shot, else its longest shot.',
    )
    .meta({ title: 'Window', isAdvanced: true }),
  entrance: z.enum(motionIds).default(defaults.entrance).describe('How the text comes.').meta({ title: 'Entrance' }),
  exit: z.enum(motionIds).default(defaults.exit).describe('How the text goes.').meta({ title: 'Exit' }),
  opacity: z
    .number()
    .min(0.05)
    .max(1)
    .default(defaults.opacity)
    .describe('Of the letters, 0.05 to 1.')
    .meta({ title: 'Opacity', isAdvanced: true }),
  blend: z
    .enum(['normal', 'screen', 'multiply', 'overlay', 'difference'])
    .default(defaults.blend)
    .describe('How the letters mix with the picture.')
    .meta({ title: 'Blend', isAdvanced: true }),
  quality: z
    .enum(qualityIds)
    .default(defaults.quality)
    .describe('best: the finest edge of the subject. fast: sooner.')
    .meta({ title: 'Quality' }),
  subject: z
    .enum(subjectIds)
    .default(defaults.subject)
    .describe('What stands in front of the text: people, or whatever stands out.')
    .meta({ 'x-extension': true, title: 'Subject', isAdvanced: true }),
  model: modelId
    .optional()
    .describe('An installed model by its id, which then makes the mattes alone.')
    .meta({ 'x-extension': true, title: 'Model', isAdvanced: true, control: 'model' }),
  audioTrack,
  outputFormat,
  autoApprove,
});

const share = z.number().min(0).max(1);
const covered = z.strictObject({ least: share, mean: share, most: share });
const weight = z.int().min(100).max(900);
/** A multiple of the size. */
const letterSpacing = z.number().min(-0.2).max(2);

/** Another place that was found: where the text is, how large, and what the subject covers of it there. */
const alternate = z.strictObject({
  text: text(100),
  x: coordinate,
  y: coordinate,
  sizePx,
  letterSpacing,
  coveredShare: covered,
});

const proposal = z.strictObject({
  text: text(100).describe('With a line feed at the end of each line.').meta({ title: 'Text', control: 'textarea' }),
  x: coordinate.describe('The centre of the text, in pixels of the source.').meta({ title: 'X', unit: 'px' }),
  y: coordinate.meta({ title: 'Y', unit: 'px' }),
  sizePx: sizePx.meta({ title: 'Size', unit: 'px' }),
  rotation: rotation.describe('In degrees, clockwise.').meta({ title: 'Rotation', unit: '°' }),
  fill: color.meta({ title: 'Fill' }),
  window: timeRange
    .describe('When the text is there, in seconds of the source. It may be shortened; "regenerate" takes another one.')
    .meta({ title: 'Window' }),
  font: z
    .enum(textFonts)
    .optional()
    .describe('By default that of the input.')
    .meta({ 'x-extension': true, title: 'Font' }),
  weight: weight.optional().meta({ 'x-extension': true, title: 'Weight' }),
  letterSpacing: letterSpacing
    .optional()
    .describe('The room between letters, as a multiple of their size.')
    .meta({ 'x-extension': true, title: 'Tracking' }),
  coveredShare: covered
    .describe(
      "The share of the letters' area that is behind the subject, in the frame with the least, of all on average, and in the frame with the most. It is measured on the mattes and is that of the placement as it was proposed: after an edit, the warnings of the finished job say what it has become, and so does another proposal.",
    )
    .meta({ title: 'Behind the subject', readOnly: true }),
  alternates: z
    .array(alternate)
    .default([])
    .describe('Other places for the same text, the best first; to take one, send its fields.')
    .meta({ 'x-extension': true, title: 'Other places', readOnly: true }),
});
export type Proposal = z.output<typeof proposal>;

export const textBehind = defineRecipe({
  id: 'text-behind',
  name: 'Text behind',
  summary: 'Sets large text between the subject and the background.',
  priceCredits: 12,
  etaSeconds: 75,
  reply: 'queued',
  input,
  example: { text: 'OFFCUT' },
  proposal,
  failures: ['NO_SUBJECT', 'SUBJECT_FILLS_FRAME', 'WINDOW_CROSSES_CUT'],
  isListed: true,
  makesCanvas: true,
  version: 6,
  pace: ({ quality }) => (quality === 'fast' ? 'fast' : 'best'),
  materials: (one) => [videoWish(one)],
  models: ({ subject = defaults.subject, model, quality = defaults.quality }) => [
    { subject, model, isConsensus: quality === 'best', isJudged: true },
  ],
  leastBytes: ({ outputFormat: format, window }, [materialBytes = 0]) =>
    leastBytesFor({ outputFormat: format }, materialBytes) +
    leastBytesFor({ outputFormat: 'webm', trim: window }, materialBytes),
  settleProposal: (sent, proposed) => {
    requireWithin(sent.window, proposed.window);
    const { font, weight: bold, letterSpacing: spacing, coveredShare, alternates } = proposed;
    return { font, weight: bold, letterSpacing: spacing, ...sent, coveredShare, alternates };
  },
});

/** The subject is cut out in the window that was proposed, and nowhere else. Throws VALIDATION_FAILED. */
function requireWithin(sent: Proposal['window'], { startSeconds, endSeconds }: Proposal['window']): void {
  const isEarly = sent.startSeconds < startSeconds;
  if (isEarly || sent.endSeconds > endSeconds) {
    const path = `proposal.window.${isEarly ? 'startSeconds' : 'endSeconds'}`;
    const message = `must lie within ${startSeconds} s and ${endSeconds} s, where the subject is cut out; "regenerate" takes another window in its parameters`;
    throw new Failure('VALIDATION_FAILED', { message, details: [{ path, message }] });
  }
}
