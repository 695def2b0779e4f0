import * as z from 'zod';
import { documentLimits, messageTooLong } from '#core/timeline/limits.ts';
import { material } from '../input.ts';

const seconds = z.number().min(0).max(documentLimits.seconds);

/** The maximum duration of a typing indicator; a longer one is probably a mistake. */
const maxTypingSeconds = 60;
/** The maximum length of the badge at a bubble's corner. */
const maxReactionSigns = 3;

const said = {
  from: z.enum(['me', 'them']).meta({ title: 'From', description: 'The sender: me on one side, them on the other.' }),
  text: z.string().max(documentLimits.messageLength, messageTooLong).default('').meta({
    title: 'Text',
    description:
      'The text of the bubble, at most 1,000 characters, with any line breaks; may be empty if there is an image.',
    control: 'textarea',
  }),
  reaction: z
    .string()
    .min(1)
    .max(32)
    .refine((text) => countSigns(text) <= maxReactionSigns, `must be an emoji, or at most ${maxReactionSigns}`)
    .optional()
    .meta({ title: 'Reaction', description: 'An emoji on the corner of the bubble.', isAdvanced: true }),
  receipt: z
    .enum(['sent', 'delivered', 'read'])
    .optional()
    .meta({ title: 'Receipt', description: 'The status of a message of mine.', isAdvanced: true }),
  imageMaterial: material.optional().meta({
    title: 'Image',
    description: 'An image in the bubble: its handle or https URL.',
    control: 'material',
    mediaKinds: ['picture'],
    isAdvanced: true,
  }),
};

/** The start time. A chat without a clip continues a little after its last message, within the maximum canvas duration. */
const atSeconds = seconds
  .max(documentLimits.seconds - 1)
  .meta({ title: 'At', unit: 's', description: 'The time at which the bubble enters.' });
const typingSeconds = z.number().min(0).max(maxTypingSeconds).meta({
  title: 'Typing',
  unit: 's',
  description: 'The duration of the typing indicator before that.',
  isAdvanced: true,
});

const emptiness = 'must have text or an imageMaterial';
const isSomething = ({ text, imageMaterial }: { text: string; imageMaterial?: string | undefined }): boolean =>
  text.trim() !== '' || imageMaterial !== undefined;

/** A message of the input; missing times are computed from the reading time of the messages. */
export const scriptMessage = z
  .strictObject({ ...said, atSeconds: atSeconds.optional(), typingSeconds: typingSeconds.optional() })
  .refine(isSomething, { message: emptiness, path: ['text'] });
export type ScriptMessage = z.output<typeof scriptMessage>;

/** A message of the proposal, with every time. */
export const timedMessage = z
  .strictObject({
    ...said,
    atSeconds,
    typingSeconds,
    readSeconds: seconds.default(0).meta({
      title: 'Reading time',
      unit: 's',
      description: 'The time to read the message; computed.',
      readOnly: true,
    }),
  })
  .refine(isSomething, { message: emptiness, path: ['text'] });
export type TimedMessage = z.output<typeof timedMessage>;

const signs = new Intl.Segmenter('en', { granularity: 'grapheme' });
const countSigns = (text: string): number => [...signs.segment(text)].length;
