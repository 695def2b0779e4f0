import * as z from 'zod';
import { Failure } from '#core/lib/failure.ts';
import type { MaterialWish } from '#core/protocol/operation.ts';
import { defineRecipe } from '#core/protocol/operation.ts';
import type { Fault } from '#core/timeline/check.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { audioTrack, autoApprove, color, material, outputFormat, videoWish } from '../input.ts';
import { chatLayoutIds } from './layouts.ts';
import { scriptMessage, timedMessage } from './script.ts';
import { aspectIds } from './size.ts';
import { checkTimes, durationOfChat, withReading } from './timing.ts';

const colors = z.strictObject({ me: color, meText: color, them: color, themText: color });

const input = z
  .strictObject({
    material: material.optional().meta({
      title: 'Video',
      description: 'The video below the bubbles; optional.',
      control: 'material',
      mediaKinds: ['video'],
    }),
    messages: z.array(scriptMessage).min(1, 'needs at least one message').max(documentLimits.messages).meta({
      title: 'Messages',
      description: 'The conversation, in order. Missing times are computed from the reading time.',
      control: 'messages',
    }),
    layout: z.enum(chatLayoutIds).default('overlay').meta({
      title: 'Layout',
      description:
        'overlay: only bubbles. chat: a full screen with header and date. behind: between background and subject.',
    }),
    side: z.enum(['left', 'right']).default('right').meta({ title: 'My side', description: 'The side of my bubbles.' }),
    style: z.enum(['neutral', 'blue', 'green', 'dark']).default('neutral').meta({
      title: 'Style',
      description: 'The colors and the receipts: text below the bubble, or ticks inside it in green.',
    }),
    colors: colors.optional().meta({
      title: 'Colors',
      description: 'The colors of the bubbles and their text, instead of those of the style.',
      isAdvanced: true,
    }),
    contactName: z.string().max(200).optional().meta({
      title: 'Contact',
      description: 'The name at the top of the chat.',
    }),
    sounds: z
      .boolean()
      .default(false)
      .meta({ title: 'Sounds', description: 'A pop for each message, and typing sounds.' }),
    scale: z.number().min(0.4).max(2.5).default(1).meta({
      title: 'Size',
      description: 'The size of bubbles and text, as a multiple of the size that suits the video.',
    }),
    height: z.int().min(120).max(4320).optional().meta({
      title: 'Height',
      unit: 'px',
      description: 'For a chat without a video; by default its shorter side has 720 pixels.',
      isAdvanced: true,
    }),
    aspect: z.enum(aspectIds).default('16:9').meta({
      title: 'Aspect ratio',
      description: 'For a chat without a video.',
      isAdvanced: true,
    }),
    frameRate: z.number().min(1).max(60).default(30).meta({
      title: 'Frame rate',
      unit: '/s',
      description: 'For a chat without a video.',
      isAdvanced: true,
    }),
    background: color.optional().meta({
      'x-extension': true,
      title: 'Background',
      description: 'For a chat without a video; by default webm and mov are transparent and mp4 suits the style.',
      control: 'color',
      isAdvanced: true,
    }),
    audioTrack,
    outputFormat,
    autoApprove,
  })
  .superRefine((parsed, context) => {
    for (const { path, message } of checkTimes(parsed.messages, null, 'messages')) {
      context.addIssue({ code: 'custom', path: toSteps(path), message });
    }
    if (parsed.layout === 'behind' && parsed.material === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['layout'],
        message: 'behind needs a material, whose subject is in front of the bubbles',
      });
    }
  });
type Input = z.output<typeof input>;

/** Splits a path for zod. */
const toSteps = (path: string): (string | number)[] =>
  path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));

const proposal = z.strictObject({
  messages: z.array(timedMessage).min(1).max(documentLimits.messages).meta({ title: 'Messages', control: 'messages' }),
  durationSeconds: z.number().positive().max(documentLimits.seconds).meta({
    title: 'Duration',
    unit: 's',
    description: 'The duration of the result; that of the clip if there is one.',
  }),
});
export type MessageProposal = z.output<typeof proposal>;

export const messageBubbles = defineRecipe({
  id: 'message-bubbles',
  name: 'Message bubbles',
  summary: 'Adds a chat to the video, bubble by bubble, timed for reading.',
  priceCredits: 8,
  etaSeconds: 15,
  reply: 'queued',
  input,
  proposal,
  failures: ['NO_SUBJECT'],
  isListed: true,
  makesCanvas: true,
  version: 5,
  pace: () => '',
  materials: listMaterials,
  models: ({ layout }) => (layout === 'behind' ? [{ subject: 'auto', isEnsemble: true }] : []),
  minBytes: (_, [materialBytes = 0]) => Math.ceil(materialBytes / 100),
  example: {
    messages: [
      { from: 'them', text: 'Is it ready?' },
      { from: 'me', text: 'Since this morning', receipt: 'read' },
    ],
  },
  settleProposal: (sent, proposed, given) => settle(sent, proposed, given),
});

/** Lists the clip, if there is one, and then the images of the messages. */
export function listMaterials(given: Input): MaterialWish[] {
  const pictures = given.messages.flatMap(({ imageMaterial }, index): MaterialWish[] =>
    imageMaterial === undefined
      ? []
      : [{ path: `messages.${index}.imageMaterial`, material: imageMaterial, kinds: ['picture'] }],
  );
  return given.material === undefined
    ? pictures
    : [videoWish({ material: given.material, audioTrack: given.audioTrack }), ...pictures];
}

/** Completes a proposal that the user changed: recomputes computed values. Throws VALIDATION_FAILED. */
function settle(sent: MessageProposal, proposed: MessageProposal, given: Input): MessageProposal {
  const clipSeconds = given.material === undefined ? null : proposed.durationSeconds;
  const messages = withReading(sent.messages, Number.POSITIVE_INFINITY);
  // A duration that the user entered stays; a computed one follows the messages.
  const isGiven = sent.durationSeconds !== durationOfChat(proposed.messages);
  const durationSeconds = clipSeconds ?? (isGiven ? sent.durationSeconds : durationOfChat(messages));
  refuse([
    ...checkTimes(messages, clipSeconds, 'proposal.messages'),
    ...checkLength(messages, durationSeconds),
    ...checkPictures(messages, given),
  ]);
  return { messages: withReading(messages, durationSeconds), durationSeconds };
}

function checkLength(messages: MessageProposal['messages'], durationSeconds: number): Fault[] {
  const last = messages.at(-1)?.atSeconds ?? 0;
  const message = `must be more than ${last}, when the last message enters`;
  return durationSeconds > last ? [] : [{ path: 'proposal.durationSeconds', message }];
}

/** Checks the images, because the materials of a run cannot change. */
function checkPictures(messages: MessageProposal['messages'], given: Input): Fault[] {
  const known = new Set(given.messages.map(({ imageMaterial }) => imageMaterial));
  const message = 'must be an image of this run; to use another one, start a new run';
  return messages.flatMap(({ imageMaterial }, index) =>
    known.has(imageMaterial) || imageMaterial === undefined
      ? []
      : [{ path: `proposal.messages.${index}.imageMaterial`, message }],
  );
}

/** Throws VALIDATION_FAILED if there is a fault. */
export function refuse(faults: readonly Fault[]): void {
  const [first] = faults;
  if (first) {
    throw new Failure('VALIDATION_FAILED', { message: `${first.path}: ${first.message}`, details: faults });
  }
}
