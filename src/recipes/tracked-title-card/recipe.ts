import * as z from 'zod';
import { Failure } from '#core/failure.ts';
import { defineRecipe, type ModelWish } from '#core/operation.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { audioTrack, autoApprove, box, color, material, outputFormat, point, timeRange, videoWish } from '../input.ts';
import { requireInside } from './anchors.ts';
import { readableSecondsOf } from './spells.ts';

const seconds = z.number().min(0).max(documentLimits.seconds);
/** The sides of a target. */
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
    description: 'What the card says; long titles take several lines.',
  }),
  subtitle: z.string().trim().max(200).optional().meta({ title: 'Subtitle', description: 'A smaller line below it.' }),
  style: z.enum(['card', 'label', 'outline', 'minimal']).default('card').meta({
    title: 'Style',
    description: 'card: a dark plate. label: a light one that points. outline: a frame. minimal: letters alone.',
  }),
  target: target.default('auto').meta({
    title: 'Target',
    description:
      'What the card follows: a box or a point at a time of the video, a face, or auto: a face, else what stands out.',
    control: 'box',
  }),
  placement: z
    .enum(['auto', ...placements])
    .default('auto')
    .meta({
      title: 'Placement',
      description: 'The side of the target that the card is on; auto: where there is most room.',
    }),
  offsetPx: z.number().min(-2000).max(2000).optional().meta({
    title: 'Distance',
    unit: 'px',
    description: 'Between target and card; left out, it suits the letters.',
    isAdvanced: true,
  }),
  isBehindSubject: z.boolean().default(false).meta({
    title: 'Behind the subject',
    description: 'The subject is cut out and stands before the card.',
    isAdvanced: true,
  }),
  window: timeRange.optional().meta({
    title: 'Window',
    unit: 's',
    description: "When the card is shown; left out, during the target's shot.",
    isAdvanced: true,
  }),
  smoothing: z.number().min(0).max(100).default(50).meta({
    title: 'Smoothing',
    description: '0: the card follows every move. 100: it drifts after the target.',
    isAdvanced: true,
  }),
  accent: color.default('#ffb224').meta({
    'x-extension': true,
    title: 'Accent',
    description: 'The colour of the bar of a card and of the line of minimal.',
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

/** What a track has found, as a proposal and a step keep it. */
export const trackPath = z.array(trackPoint);

const proposal = z.strictObject({
  path: trackPath.meta({
    title: 'Path',
    description: "The target's box at every frame of the window; of long windows at enough of them.",
    readOnly: true,
  }),
  corrections: z
    .array(z.strictObject({ atSeconds: seconds, box }))
    .max(1000)
    .meta({ title: 'Corrections', description: 'Where the target really is; regenerate tracks again from there.' }),
  placement: sides.meta({ title: 'Placement', description: 'The side of the target that the card is on.' }),
  window: timeRange.meta({ title: 'Window', unit: 's', description: 'When the card is shown; it can be shortened.' }),
  readableSeconds: z.number().min(0).meta({
    title: 'Readable for',
    unit: 's',
    description: 'How long the card stands at its longest.',
    readOnly: true,
  }),
  whenLost: z.enum(['fade', 'hold']).default('fade').meta({
    'x-extension': true,
    title: 'When it is lost',
    description: 'fade: the card goes with its target. hold: it stays where that was last.',
  }),
  picture: z
    .strictObject({ width: z.number().positive(), height: z.number().positive() })
    .optional()
    .meta({ 'x-extension': true, title: 'Picture', unit: 'px', description: 'That boxes lie in.', readOnly: true }),
  follows: z.enum(['face', 'thing']).optional().meta({
    'x-extension': true,
    title: 'Follows',
    description: 'What was found.',
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
  models: listModels,
  leastBytes: (_, [materialBytes = 0]) => Math.ceil(materialBytes / 100),
  settleProposal: (sent, proposed, given) => settle(sent, proposed, given),
});

/** A matte to find the target by, or to put before the card; and faces, where somebody has to find one. */
function listModels({ target: wanted = 'auto', isBehindSubject = false }: Partial<Input>): ModelWish[] {
  const isNamed = typeof wanted === 'object';
  if (isNamed && !isBehindSubject) {
    return [];
  }
  const matte = { subject: wanted === 'face' ? 'person' : 'auto', isConsensus: isBehindSubject } as const;
  return isNamed ? [matte] : [matte, { task: 'faces' }];
}

/** How far two times may lie apart by rounding. */
const roundingSeconds = 1e-3;

/**
 * The path is what was seen: it changes by corrections alone. With other corrections it is left empty, and what goes on from the
 * proposal tracks again.
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
    throw invalid('window', `must lie within ${startSeconds} to ${endSeconds} s, which was tracked`);
  }
  sent.corrections.forEach(({ atSeconds }, index) => {
    if (!isInside(atSeconds)) {
      throw invalid(`corrections.${index}.atSeconds`, `must lie within ${startSeconds} to ${endSeconds} s`);
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
  const readableSeconds = readableSecondsOf(proposed.path, sent.window, shown);
  return { ...sent, path, readableSeconds, ...(picture && { picture }), ...(follows && { follows }) };
}

function invalid(field: string, message: string): Failure {
  return new Failure('VALIDATION_FAILED', { message, details: [{ path: `proposal.${field}`, message }] });
}
