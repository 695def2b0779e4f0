import * as z from 'zod';
import { Failure } from '#core/failure.ts';
import { chatLayoutIds } from '#core/formats.ts';
import type { MaterialWish } from '#core/operation.ts';
import { defineRecipe } from '#core/operation.ts';
import type { Fault } from '#core/timeline/check.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { audioTrack, autoApprove, color, material, outputFormat, videoWish } from '../input.ts';
import { scriptMessage, timedMessage } from './script.ts';
import { aspectIds } from './size.ts';
import { checkTimes, durationOfChat, withReading } from './timing.ts';

const colors = z.strictObject({ me: color, meText: color, them: color, themText: color });

const input = z
  .strictObject({
    material: material.optional().meta({
      title: 'Video',
      description: 'What the bubbles are put on; without one the chat stands alone.',
      control: 'material',
      mediaKinds: ['video'],
    }),
    messages: z.array(scriptMessage).min(1, 'needs at least one message').max(documentLimits.messages).meta({
      title: 'Messages',
      description: 'The conversation, in order. Times that are left out come from how long it takes to read.',
      control: 'messages',
    }),
    layout: z.enum(chatLayoutIds).default('overlay').meta({
      title: 'Layout',
      description:
        'overlay: bubbles alone. chat: a whole screen with header and day. behind: between background and subject.',
    }),
    side: z.enum(['left', 'right']).default('right').meta({ title: 'My side', description: 'Where my bubbles are.' }),
    style: z.enum(['neutral', 'blue', 'green', 'dark']).default('neutral').meta({
      title: 'Style',
      description: 'The colours and the receipts: words below the bubble, in green ticks within it.',
    }),
    colors: colors.optional().meta({
      title: 'Colours',
      description: 'Of the bubbles and their letters, in place of those of the style.',
      isAdvanced: true,
    }),
    contactName: z.string().max(200).optional().meta({
      title: 'Contact',
      description: 'Who is talked to: the header of a chat.',
    }),
    sounds: z
      .boolean()
      .default(false)
      .meta({ title: 'Sounds', description: 'A pop for each message, and keys while one types.' }),
    scale: z.number().min(0.4).max(2.5).default(1).meta({
      title: 'Size',
      description: 'Of bubbles and letters, as a multiple of what suits the picture.',
    }),
    height: z.int().min(120).max(4320).optional().meta({
      title: 'Height',
      unit: 'px',
      description: 'Of a chat that stands alone; left out, its shorter side has 720 pixels.',
      isAdvanced: true,
    }),
    aspect: z.enum(aspectIds).default('16:9').meta({
      title: 'Shape',
      description: 'Of a chat that stands alone.',
      isAdvanced: true,
    }),
    frameRate: z.number().min(1).max(60).default(30).meta({
      title: 'Frame rate',
      unit: '/s',
      description: 'Of a chat that stands alone.',
      isAdvanced: true,
    }),
    background: color.optional().meta({
      'x-extension': true,
      title: 'Background',
      description: 'Of a chat that stands alone; left out, webm and mov are transparent and mp4 suits the style.',
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
        message: 'behind needs a material, whose subject stands in front',
      });
    }
  });
type Input = z.output<typeof input>;

/** A path as text, as zod wants it. */
const toSteps = (path: string): (string | number)[] =>
  path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));

const proposal = z.strictObject({
  messages: z.array(timedMessage).min(1).max(documentLimits.messages).meta({ title: 'Messages', control: 'messages' }),
  durationSeconds: z.number().positive().max(documentLimits.seconds).meta({
    title: 'Length',
    unit: 's',
    description: 'Of the result: that of the clip, where there is one.',
  }),
});
export type MessageProposal = z.output<typeof proposal>;

export const messageBubbles = defineRecipe({
  id: 'message-bubbles',
  name: 'Message bubbles',
  summary: 'Puts a chat on the video, bubble by bubble, timed to be read.',
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
  models: ({ layout }) => (layout === 'behind' ? [{ subject: 'auto', isConsensus: true }] : []),
  leastBytes: (_, [materialBytes = 0]) => Math.ceil(materialBytes / 100),
  example: {
    messages: [
      { from: 'them', text: 'Is it ready?' },
      { from: 'me', text: 'Since this morning', receipt: 'read' },
    ],
  },
  settleProposal: (sent, proposed, given) => settle(sent, proposed, given),
});

/** The clip, where there is one, and then the pictures of the messages. */
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

/** A proposal as somebody has changed it, with what is computed computed anew. Throws VALIDATION_FAILED. */
function settle(sent: MessageProposal, proposed: MessageProposal, given: Input): MessageProposal {
  const clipSeconds = given.material === undefined ? null : proposed.durationSeconds;
  const messages = withReading(sent.messages, Number.POSITIVE_INFINITY);
  // A length that somebody has given stays; the one that follows from the messages follows them.
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

/** The materials of a run are those that it began with. */
function checkPictures(messages: MessageProposal['messages'], given: Input): Fault[] {
  const known = new Set(given.messages.map(({ imageMaterial }) => imageMaterial));
  const message = 'must be a picture that the run began with; start another run for another one';
  return messages.flatMap(({ imageMaterial }, index) =>
    known.has(imageMaterial) || imageMaterial === undefined
      ? []
      : [{ path: `proposal.messages.${index}.imageMaterial`, message }],
  );
}

/** Throws VALIDATION_FAILED where there is a fault. */
export function refuse(faults: readonly Fault[]): void {
  const [first] = faults;
  if (first) {
    throw new Failure('VALIDATION_FAILED', { message: `${first.path}: ${first.message}`, details: faults });
  }
}
