import * as z from 'zod';
import { region } from '#core/analysis/footage.ts';

const seconds = z.number().min(0);
const computed = { readOnly: true };

const shot = z.strictObject({
  material: z
    .string()
    .describe('A take, as the input names it.')
    .meta({ title: 'Take', control: 'material', ...computed }),
  startSeconds: seconds.describe('Of the take.').meta({ title: 'From', unit: 's' }),
  endSeconds: seconds
    .describe('Of the take; follows from the start and the length of the slot.')
    .meta({ title: 'To', unit: 's' }),
  score: z.number().meta({ title: 'Score', ...computed }),
  reasons: z
    .array(z.string())
    .describe('What speaks for it.')
    .meta({ title: 'Reasons', ...computed }),
});
export type Shot = z.output<typeof shot>;

const slot = z.strictObject({
  id: z.string().meta(computed),
  role: z.enum(['hook', 'tease', 'reveal', 'feature', 'end']).meta({ title: 'Role', ...computed }),
  startSeconds: seconds
    .describe('Of the film; always a beat. The reveal begins on the drop.')
    .meta({ title: 'At', unit: 's' }),
  durationSeconds: z
    .number()
    .positive()
    .meta({ title: 'Length', unit: 's', ...computed }),
  shot: shot.meta({ title: 'Shot' }),
  alternates: z
    .array(shot)
    .max(8)
    .describe('What could be shown instead.')
    .meta({ title: 'Alternates', swaps: 'shot', ...computed }),
  text: z.string().max(80).optional().describe('Words over the shot.').meta({ title: 'Text' }),
  isLocked: z.boolean().describe('Stays as it is when another proposal is asked for.').meta({ title: 'Locked' }),
});
export type Slot = z.output<typeof slot>;
export type Role = Slot['role'];

/** What a person reviews: which shot is seen on which beats. Times of slots and beats are seconds of the film. */
export const launchCutProposal = z.strictObject({
  bpm: z.number().meta({ title: 'Tempo', unit: 'beats/min', ...computed }),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('How much of what happens in the music falls on the beats.')
    .meta({ 'x-extension': true, title: 'Sure of the beat', ...computed }),
  tempoAlternates: z.array(z.number()).describe('The same beat counted half and twice as fast.').meta(computed),
  beats: z
    .array(seconds)
    .describe('Of the whole film.')
    .meta({ title: 'Beats', ...computed }),
  dropSeconds: seconds
    .describe('Where the music opens up; the reveal begins here.')
    .meta({ title: 'Drop', unit: 's', ...computed }),
  music: z.enum(['given', 'made']).meta({ title: 'Music', ...computed }),
  musicStartSeconds: seconds.describe('Where in the music the film begins.').meta({ unit: 's', ...computed }),
  takes: z
    .array(
      z.strictObject({
        material: z.string(),
        kind: z.enum(['video', 'picture']),
        durationSeconds: seconds,
        inside: region.optional().describe('What is within the black borders of the take, as shares of its picture.'),
      }),
    )
    .describe('What slots may show; a picture has no length.')
    .meta({ 'x-extension': true, title: 'Takes', ...computed }),
  slots: z.array(slot).min(1).max(200),
});
export type LaunchProposal = z.output<typeof launchCutProposal>;
