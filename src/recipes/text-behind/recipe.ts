import * as z from 'zod';
import { minSubjectSidePx } from '#core/model/size-limits.ts';
import { Failure } from '#core/lib/failure.ts';
import { qualityIds, subjectIds, type Quality } from '#core/model/formats.ts';
import { modelId } from '#core/model/models.ts';
import { defineRecipe } from '#core/protocol/operation.ts';
import { textFonts, type TextFont } from '#core/timeline/fonts.ts';
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
import { minBytesFor } from '../remove-background/size.ts';

/** The defaults of this recipe. */
const defaults = {
  font: 'Anton' satisfies TextFont,
  weight: 800,
  case: 'none',
  rotation: 0,
  entrance: 'rise',
  exit: 'fade',
  opacity: 1,
  blend: 'normal',
  quality: 'best' satisfies Quality,
  subject: 'auto',
} as const;

/** Matches text with a visible character. It also matches an empty text, which has another error message. */
const seen = /^$|[^\s\p{Default_Ignorable_Code_Point}]/u;
const text = (most: number) => z.string().min(1).max(most).regex(seen, { message: 'must contain a visible character' });

const motionIds = ['none', 'fade', 'rise', 'scale', 'wipe'] as const;
const sizePx = z.number().min(4).max(5000);
const rotation = z.number().min(-180).max(180);

const input = z.strictObject({
  material,
  text: text(80).describe('The text, 1 to 80 characters; a line feed starts a new line.').meta({
    title: 'Text',
    control: 'textarea',
  }),
  font: z
    .enum(textFonts)
    .default(defaults.font)
    .describe('The font. Letters that it lacks come from fonts of their script.')
    .meta({ title: 'Font' }),
  weight: z
    .int()
    .min(100)
    .max(900)
    .default(defaults.weight)
    .describe('The weight of the letters, 100 to 900, if the font has several.')
    .meta({ title: 'Weight', isAdvanced: true }),
  fill: color
    .optional()
    .describe('The color of the letters; by default one that contrasts with the background.')
    .meta({ title: 'Fill' }),
  stroke: z
    .strictObject({ color, widthPx: z.number().positive().max(200) })
    .optional()
    .describe('An outline around the letters.')
    .meta({ title: 'Outline', isAdvanced: true }),
  case: z
    .enum(['none', 'upper', 'lower', 'title'])
    .default(defaults.case)
    .describe('The case of the letters: as given, all upper case, all lower case, or each word with a capital.')
    .meta({ title: 'Case' }),
  position: point
    .optional()
    .describe('The center of the text in pixels of the source; by default a position that the subject crosses.')
    .meta({ title: 'Position', isAdvanced: true }),
  sizePx: sizePx
    .optional()
    .describe('The font size in pixels of the source; by default the text is 80 to 90 % as wide as the frame.')
    .meta({ title: 'Size', unit: 'px', isAdvanced: true }),
  rotation: rotation
    .default(defaults.rotation)
    .describe('In degrees, clockwise around the center.')
    .meta({ title: 'Rotation', unit: '°', isAdvanced: true }),
  window: timeRange
    .optional()
    .describe(
      'The time span of the text in seconds of the source, within one shot. By default the whole clip if it is one shot, else its longest shot.',
    )
    .meta({ title: 'Window', isAdvanced: true }),
  entrance: z
    .enum(motionIds)
    .default(defaults.entrance)
    .describe('The animation at the start.')
    .meta({ title: 'Entrance' }),
  exit: z.enum(motionIds).default(defaults.exit).describe('The animation at the end.').meta({ title: 'Exit' }),
  opacity: z
    .number()
    .min(0.05)
    .max(1)
    .default(defaults.opacity)
    .describe('The opacity of the letters, 0.05 to 1.')
    .meta({ title: 'Opacity', isAdvanced: true }),
  blend: z
    .enum(['normal', 'screen', 'multiply', 'overlay', 'difference'])
    .default(defaults.blend)
    .describe('The blend mode of the letters.')
    .meta({ title: 'Blend mode', isAdvanced: true }),
  quality: z
    .enum(qualityIds)
    .default(defaults.quality)
    .describe('best: the finest edge of the subject. fast: faster, with a less exact edge.')
    .meta({ title: 'Quality' }),
  subject: z
    .enum(subjectIds)
    .default(defaults.subject)
    .describe('The subject in front of the text: people, or the main object.')
    .meta({ 'x-extension': true, title: 'Subject', isAdvanced: true }),
  model: modelId
    .optional()
    .describe('The id of an installed model, which then creates the mattes alone.')
    .meta({ 'x-extension': true, title: 'Model', isAdvanced: true, control: 'model' }),
  audioTrack,
  outputFormat,
  autoApprove,
});

const share = z.number().min(0).max(1);
const covered = z.strictObject({ least: share, mean: share, most: share });
const weight = z.int().min(100).max(900);
/** A multiple of the font size. */
const letterSpacing = z.number().min(-0.2).max(2);

/** Another position that was found: the text, its size, and the share that the subject covers there. */
const alternate = z.strictObject({
  text: text(100),
  x: coordinate,
  y: coordinate,
  sizePx,
  letterSpacing,
  coveredShare: covered,
});

const proposal = z.strictObject({
  text: text(100)
    .describe('The text, with a line feed at the end of each line.')
    .meta({ title: 'Text', control: 'textarea' }),
  x: coordinate.describe('The center of the text, in pixels of the source.').meta({ title: 'X', unit: 'px' }),
  y: coordinate.meta({ title: 'Y', unit: 'px' }),
  sizePx: sizePx.meta({ title: 'Size', unit: 'px' }),
  rotation: rotation.describe('In degrees, clockwise.').meta({ title: 'Rotation', unit: '°' }),
  fill: color.meta({ title: 'Fill' }),
  window: timeRange
    .describe(
      'The time span of the text in seconds of the source. You can shorten it; "regenerate" accepts another one.',
    )
    .meta({ title: 'Window' }),
  font: z
    .enum(textFonts)
    .optional()
    .describe('By default that of the input.')
    .meta({ 'x-extension': true, title: 'Font' }),
  weight: weight.optional().meta({ 'x-extension': true, title: 'Weight' }),
  letterSpacing: letterSpacing
    .optional()
    .describe('The space between letters, in multiples of the font size.')
    .meta({ 'x-extension': true, title: 'Tracking' }),
  coveredShare: covered
    .describe(
      "The share of the letters' area that is behind the subject: the minimum, mean and maximum over all frames. It is measured on the mattes of the proposed placement. After an edit, the warnings of the completed job state the new share, and so does another proposal.",
    )
    .meta({ title: 'Behind the subject', readOnly: true }),
  alternates: z
    .array(alternate)
    .default([])
    .describe('Other positions for the same text, the best first; to use one, send its fields.')
    .meta({ 'x-extension': true, title: 'Other positions', readOnly: true }),
});
export type Proposal = z.output<typeof proposal>;

export const textBehind = defineRecipe({
  id: 'text-behind',
  name: 'Text behind',
  summary: 'Places large text between the subject and the background.',
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
  minSidePx: minSubjectSidePx,
  models: ({ subject = defaults.subject, model, quality = defaults.quality }) => [
    { subject, model, isEnsemble: quality === 'best', isJudged: true },
  ],
  minBytes: ({ outputFormat: format, window }, [materialBytes = 0]) =>
    minBytesFor({ outputFormat: format }, materialBytes) +
    minBytesFor({ outputFormat: 'webm', trim: window }, materialBytes),
  settleProposal: (sent, proposed) => {
    requireWithin(sent.window, proposed.window);
    const { font, weight: bold, letterSpacing: spacing, coveredShare, alternates } = proposed;
    return { font, weight: bold, letterSpacing: spacing, ...sent, coveredShare, alternates };
  },
});

/** Requires a window within the proposed one, because the subject is cut out only there. Throws VALIDATION_FAILED. */
function requireWithin(sent: Proposal['window'], { startSeconds, endSeconds }: Proposal['window']): void {
  const isEarly = sent.startSeconds < startSeconds;
  if (isEarly || sent.endSeconds > endSeconds) {
    const path = `proposal.window.${isEarly ? 'startSeconds' : 'endSeconds'}`;
    const message = `must be within ${startSeconds} s and ${endSeconds} s, where the subject is cut out; send "regenerate" with another window in its parameters`;
    throw new Failure('VALIDATION_FAILED', { message, details: [{ path, message }] });
  }
}
