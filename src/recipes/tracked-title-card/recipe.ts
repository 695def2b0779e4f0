import * as z from 'zod';
import { minSubjectSidePx } from '#core/model/size-limits.ts';
import { Failure } from '#core/lib/failure.ts';
import { defineRecipe, type ModelWish } from '#core/protocol/operation.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { audioTrack, autoApprove, box, color, material, outputFormat, point, timeRange, videoWish } from '../input.ts';
import { requireInside } from './anchors.ts';
import { getReadableSeconds } from './spells.ts';

const seconds = z.number().min(0).max(documentLimits.seconds);
/** The sides of a target on which a card may be. */
export const placements = ['above', 'below', 'left', 'right'] as const;
const sides = z.enum(placements);
export type Placement = z.output<typeof sides>;

const target = z.union(
  [
    z.strictObject({ atSeconds: seconds, box }),
    z.strictObject({ atSeconds: seconds, point }),
    z.enum(['face', 'auto']),
  ],
  { message: 'must be "face", "auto", { atSeconds, box } or { atSeconds, point }' },
);
export type Target = z.output<typeof target>;

const input = z.strictObject({
  material: material.meta({ title: 'Video', control: 'material', mediaKinds: ['video'] }),
  title: z.string().trim().min(1, 'needs at least one letter').max(120).meta({
    title: 'Title',
    description: 'The title of the card; long titles take several lines.',
  }),
  subtitle: z.string().trim().max(200).optional().meta({ title: 'Subtitle', description: 'A smaller line below it.' }),
  style: z.enum(['card', 'label', 'outline', 'minimal']).default('card').meta({
    title: 'Style',
    description: 'card: a dark box. label: a light box with a pointer. outline: a frame. minimal: only text.',
  }),
  target: target.default('auto').meta({
    title: 'Target',
    description:
      'The target that the card follows: a box or a point at a time of the video, a face, or auto: a face, else the main object.',
    control: 'box',
  }),
  placement: z
    .enum(['auto', ...placements])
    .default('auto')
    .meta({
      title: 'Placement',
      description: 'The side of the target on which the card is placed; auto: the side with the most room.',
    }),
  offsetPx: z.number().min(-2000).max(2000).optional().meta({
    title: 'Distance',
    unit: 'px',
    description: 'The distance between target and card; by default it suits the font size.',
    isAdvanced: true,
  }),
  isBehindSubject: z.boolean().default(false).meta({
    title: 'Behind the subject',
    description: 'Cuts the subject out and shows it in front of the card.',
    isAdvanced: true,
  }),
  window: timeRange.optional().meta({
    title: 'Window',
    unit: 's',
    description: "The time span of the card; by default the target's shot.",
    isAdvanced: true,
  }),
  smoothing: z.number().min(0).max(100).default(50).meta({
    title: 'Smoothing',
    description: '0: the card follows every movement. 100: it drifts slowly after the target.',
    isAdvanced: true,
  }),
  accent: color.default('#ffb224').meta({
    'x-extension': true,
    title: 'Accent',
    description: 'The color of the bar of a card and of the line of minimal.',
    control: 'color',
    isAdvanced: true,
  }),
  audioTrack,
  outputFormat,
  autoApprove,
});
type Input = z.output<typeof input>;

const trackPoint = z.strictObject({
  atSeconds: seconds,
  x: z.number(),
  y: z.number(),
  width: z.number().positive(),
  height: z.number().positive(),
  confidence: z.number().min(0).max(1),
  state: z.enum(['tracked', 'carried', 'lost']),
});

/** The path of a track, in proposals and steps. */
export const trackPath = z.array(trackPoint);

const proposal = z.strictObject({
  path: trackPath.meta({
    title: 'Path',
    description: "The target's box at every frame of the window; for long windows at selected frames.",
    readOnly: true,
  }),
  corrections: z
    .array(z.strictObject({ atSeconds: seconds, box }))
    .max(1000)
    .meta({ title: 'Corrections', description: 'Correct boxes of the target; "regenerate" tracks again from there.' }),
  placement: sides.meta({ title: 'Placement', description: 'The side of the target on which the card is placed.' }),
  window: timeRange.meta({ title: 'Window', unit: 's', description: 'The time span of the card; you can shorten it.' }),
  readableSeconds: z.number().min(0).meta({
    title: 'Readable for',
    unit: 's',
    description: 'The longest time for which the card is visible.',
    readOnly: true,
  }),
  whenLost: z.enum(['fade', 'hold']).default('fade').meta({
    'x-extension': true,
    title: 'If the target is lost',
    description: 'fade: the card disappears with its target. hold: it stays at the last position.',
  }),
  picture: z.strictObject({ width: z.number().positive(), height: z.number().positive() }).optional().meta({
    'x-extension': true,
    title: 'Frame',
    unit: 'px',
    description: 'The frame size that boxes refer to.',
    readOnly: true,
  }),
  follows: z.enum(['face', 'thing']).optional().meta({
    'x-extension': true,
    title: 'Follows',
    description: 'The kind of target that was found.',
    readOnly: true,
  }),
});
export type TrackProposal = z.output<typeof proposal>;

export const trackedTitleCard = defineRecipe({
  id: 'tracked-title-card',
  name: 'Tracked title card',
  summary: 'A title that follows a face or an object through the shot.',
  priceCredits: 12,
  etaSeconds: 75,
  reply: 'queued',
  input,
  proposal,
  example: { title: 'Mira Holt', subtitle: 'Presenter' },
  failures: ['NO_TARGET', 'TARGET_LOST', 'WINDOW_CROSSES_CUT', 'NO_SUBJECT'],
  isListed: true,
  makesCanvas: true,
  version: 6,
  pace: () => '',
  materials: (given) => [videoWish(given)],
  minSidePx: minSubjectSidePx,
  models: listModels,
  minBytes: (_, [materialBytes = 0]) => Math.ceil(materialBytes / 100),
  settleProposal: (sent, proposed, given) => settle(sent, proposed, given),
});

/** Lists a matting model to find the target or to show the subject in front of the card, and a face model to find a face. */
function listModels({ target: wanted = 'auto', isBehindSubject = false }: Partial<Input>): ModelWish[] {
  const isNamed = typeof wanted === 'object';
  if (isNamed && !isBehindSubject) {
    return [];
  }
  const matte = { subject: wanted === 'face' ? 'person' : 'auto', isEnsemble: isBehindSubject } as const;
  return isNamed ? [matte] : [matte, { task: 'faces' }];
}

/** The tolerance for equal times. */
const roundingSeconds = 1e-3;

/**
 * Completes an edited proposal. The path is the result of tracking: only corrections change it. With other corrections it is empty,
 * and the next step tracks again.
 */
function settle(sent: TrackProposal, proposed: TrackProposal, given: Input): TrackProposal {
  const isSame = JSON.stringify(sent.path) === JSON.stringify(proposed.path);
  if (!isSame && sent.path.length > 0) {
    throw invalid('path', 'cannot be edited; add a correction and send "regenerate"');
  }
  const { startSeconds, endSeconds } = proposed.window;
  const isInside = (atSeconds: number): boolean =>
    atSeconds >= startSeconds - roundingSeconds && atSeconds <= endSeconds + roundingSeconds;
  if (!isInside(sent.window.startSeconds) || !isInside(sent.window.endSeconds)) {
    throw invalid('window', `must be within ${startSeconds} to ${endSeconds} s, which was tracked`);
  }
  sent.corrections.forEach(({ atSeconds }, index) => {
    if (!isInside(atSeconds)) {
      throw invalid(`corrections.${index}.atSeconds`, `must be within ${startSeconds} to ${endSeconds} s`);
    }
  });
  const { picture, follows } = proposed;
  if (picture) {
    sent.corrections.forEach(({ box: corrected }, index) =>
      requireInside(corrected, picture, `proposal.corrections.${index}.box`),
    );
  }
  const isCorrected = JSON.stringify(sent.corrections) !== JSON.stringify(proposed.corrections);
  const path = isCorrected ? [] : proposed.path;
  const shown = { ...given, whenLost: sent.whenLost };
  const readableSeconds = getReadableSeconds(proposed.path, sent.window, shown);
  return { ...sent, path, readableSeconds, ...(picture && { picture }), ...(follows && { follows }) };
}

function invalid(field: string, message: string): Failure {
  return new Failure('VALIDATION_FAILED', { message, details: [{ path: `proposal.${field}`, message }] });
}
