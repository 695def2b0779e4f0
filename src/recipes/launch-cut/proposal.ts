import * as z from 'zod';
import { region } from '#core/analysis/footage.ts';

const seconds = z.number().min(0);
const computed = { readOnly: true };

const shot = z.strictObject({
  material: z
    .string()
    .describe('A take, as the input names it.')
    .meta({ title: 'Take', control: 'material', ...computed }),
  startSeconds: seconds.describe('The start in the take.').meta({ title: 'From', unit: 's' }),
  endSeconds: seconds
    .describe('The end in the take; computed from the start and the duration of the slot.')
    .meta({ title: 'To', unit: 's' }),
  score: z.number().meta({ title: 'Score', ...computed }),
  reasons: z
    .array(z.string())
    .describe('The reasons for choosing it.')
    .meta({ title: 'Reasons', ...computed }),
});
export type Shot = z.output<typeof shot>;

const slot = z.strictObject({
  id: z.string().meta(computed),
  role: z.enum(['hook', 'tease', 'reveal', 'feature', 'end']).meta({ title: 'Role', ...computed }),
  startSeconds: seconds
    .describe('The start in the film; always a beat. The reveal starts on the drop.')
    .meta({ title: 'At', unit: 's' }),
  durationSeconds: z
    .number()
    .positive()
    .meta({ title: 'Duration', unit: 's', ...computed }),
  shot: shot.meta({ title: 'Shot' }),
  alternates: z
    .array(shot)
    .max(8)
    .describe('Shots that can replace it.')
    .meta({ title: 'Alternates', swaps: 'shot', ...computed }),
  text: z.string().max(80).optional().describe('Words over the shot.').meta({ title: 'Text' }),
  isLocked: z
    .boolean()
    .describe('Whether the slot is kept when you request another proposal.')
    .meta({ title: 'Locked' }),
});
export type Slot = z.output<typeof slot>;
export type Role = Slot['role'];

/** The proposal that the user reviews: the shot for each slot of beats. Times of slots and beats are seconds of the film. */
export const launchCutProposal = z.strictObject({
  bpm: z.number().meta({ title: 'Tempo', unit: 'beats/min', ...computed }),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('The share of the onsets in the music that fall on the beats.')
    .meta({ 'x-extension': true, title: 'Beat confidence', ...computed }),
  tempoAlternates: z.array(z.number()).describe('Half and double the tempo.').meta(computed),
  beats: z
    .array(seconds)
    .describe('The beats of the whole film.')
    .meta({ title: 'Beats', ...computed }),
  dropSeconds: seconds
    .describe('The time of the drop in the film; the reveal starts here.')
    .meta({ title: 'Drop', unit: 's', ...computed }),
  music: z.enum(['given', 'made']).meta({ title: 'Music', ...computed }),
  musicStartSeconds: seconds
    .describe('The time in the music at which the film starts.')
    .meta({ unit: 's', ...computed }),
  takes: z
    .array(
      z.strictObject({
        material: z.string(),
        kind: z.enum(['video', 'picture']),
        durationSeconds: seconds,
        inside: region.optional().describe('The region inside the black borders of the take, as shares of its frame.'),
      }),
    )
    .describe('The takes that slots may show; an image has no duration.')
    .meta({ 'x-extension': true, title: 'Takes', ...computed }),
  slots: z.array(slot).min(1).max(200),
});
export type LaunchProposal = z.output<typeof launchCutProposal>;
