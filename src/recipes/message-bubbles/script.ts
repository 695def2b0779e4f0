import * as z from 'zod';
import { documentLimits, messageTooLong } from '#core/timeline/limits.ts';
import { material } from '../input.ts';

const seconds = z.number().min(0).max(documentLimits.seconds);

/** Dots for longer than this are a slip of the pen. */
const mostTypingSeconds = 60;
/** What fits onto the badge at a bubble's corner. */
const mostReactionSigns = 3;

const said = {
  from: z.enum(['me', 'them']).meta({ title: 'From', description: 'Who says it: me on one side, them on the other.' }),
  text: z.string().max(documentLimits.messageLength, messageTooLong).default('').meta({
    title: 'Text',
    description:
      'What the bubble says, at most 1,000 characters, with line breaks as you like; may be empty where it has a picture.',
    control: 'textarea',
  }),
  reaction: z
    .string()
    .min(1)
    .max(32)
    .refine((text) => countSigns(text) <= mostReactionSigns, `must be an emoji, or at most ${mostReactionSigns}`)
    .optional()
    .meta({ title: 'Reaction', description: 'An emoji on the corner of the bubble.', isAdvanced: true }),
  receipt: z
    .enum(['sent', 'delivered', 'read'])
    .optional()
    .meta({ title: 'Receipt', description: 'How far a message of mine has come.', isAdvanced: true }),
  imageMaterial: material.optional().meta({
    title: 'Picture',
    description: 'A picture in the bubble: its handle or https URL.',
    control: 'material',
    mediaKinds: ['picture'],
    isAdvanced: true,
  }),
};

/** A chat that stands alone goes on a little behind its last message, and ends where every canvas does. */
const atSeconds = seconds
  .max(documentLimits.seconds - 1)
  .meta({ title: 'At', unit: 's', description: 'When the bubble enters.' });
const typingSeconds = z.number().min(0).max(mostTypingSeconds).meta({
  title: 'Typing',
  unit: 's',
  description: 'How long before that dots show that somebody is typing.',
  isAdvanced: true,
});

const emptiness = 'must say something, or have an imageMaterial';
const isSomething = ({ text, imageMaterial }: { text: string; imageMaterial?: string | undefined }): boolean =>
  text.trim() !== '' || imageMaterial !== undefined;

/** A message as the input has it: times that are left out come from how long the messages take to be read. */
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
      title: 'To read',
      unit: 's',
      description: 'How long there is to read it; computed.',
      readOnly: true,
    }),
  })
  .refine(isSomething, { message: emptiness, path: ['text'] });
export type TimedMessage = z.output<typeof timedMessage>;

const signs = new Intl.Segmenter('en', { granularity: 'grapheme' });
const countSigns = (text: string): number => [...signs.segment(text)].length;
