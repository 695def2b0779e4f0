import * as z from 'zod';
import { audioTrack, autoApprove, material, outputFormat } from '../input.ts';
import { defaults } from './defaults.ts';

/** Takes of one film, and what is said in it, at most. */
const limits = { materials: 20, points: 6, titleLength: 60, pointLength: 60, endLength: 80 } as const;

const aspect = z.enum(['16:9', '9:16', '1:1', '4:5']);

/** The body of a run call. `material` stands for a list of one. */
export const launchCutInput = z
  .strictObject({
    materials: z
      .array(material)
      .min(1)
      .max(limits.materials)
      .optional()
      .describe('The takes: 1 to 20 videos and pictures.')
      .meta({ title: 'Takes', control: 'materials', mediaKinds: ['video', 'picture'] }),
    material: material
      .optional()
      .describe('The take, where there is only one.')
      .meta({ title: 'Take', control: 'material', mediaKinds: ['video', 'picture'], isAdvanced: true }),
    music: material
      .nullable()
      .default(null)
      .describe('A sound, or a video whose sound is the music. Without one, music is made for the film.')
      .meta({ title: 'Music', control: 'material', mediaKinds: ['sound', 'video'] }),
    bpm: z
      .number()
      .min(40)
      .max(220)
      .nullable()
      .default(null)
      .describe('The tempo of the music, where it is known. Without one, it is found.')
      .meta({ title: 'Tempo', unit: 'beats/min', isAdvanced: true }),
    targetSeconds: z
      .union([z.literal(15), z.literal(30), z.literal(60)])
      .default(defaults.targetSeconds)
      .describe('How long the film is.')
      .meta({ title: 'Length', unit: 's' }),
    aspect: aspect.default(defaults.aspect).describe('The shape of the film.').meta({ title: 'Shape' }),
    height: z
      .int()
      .min(240)
      .max(2160)
      .default(defaults.height)
      .describe('The shorter side of the film.')
      .meta({ title: 'Shorter side', unit: 'px', isAdvanced: true }),
    frameRate: z
      .number()
      .min(12)
      .max(60)
      .default(defaults.frameRate)
      .describe('Frames a second.')
      .meta({ title: 'Frame rate', unit: 'frames/s', isAdvanced: true }),
    title: z
      .string()
      .trim()
      .max(limits.titleLength)
      .default('')
      .describe('What the film is about; it is shown at the reveal.')
      .meta({ title: 'Title' }),
    points: z
      .array(z.string().trim().min(1).max(limits.pointLength))
      .max(limits.points)
      .default([])
      .describe('What there is to say, a few words each; shown one after the other behind the reveal.')
      .meta({ title: 'Points' }),
    endCard: z
      .strictObject({
        text: z.string().trim().max(limits.endLength).default('').describe('The last words; the title when left out.'),
        logoMaterial: material
          .optional()
          .describe('A picture of the logo, best with a transparent background.')
          .meta({ title: 'Logo', control: 'material', mediaKinds: ['picture'] }),
      })
      .prefault({})
      .describe('What stands at the end.')
      .meta({ title: 'End card' }),
    keepSpeech: z
      .boolean()
      .default(false)
      .describe('Keeps the sound of the takes; the music is lower under it.')
      .meta({ title: 'Keep speech' }),
    seed: z
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .default(defaults.seed)
      .describe('Another number gives another choice of shots, and other music where that is made.')
      .meta({ title: 'Seed', isAdvanced: true }),
    audioTrack: audioTrack.meta({
      description:
        'The audio track of the takes, which every video among them must have, where `keepSpeech` keeps their sound: the `index` of one of `audioTracks` of the material. By default the default track of each file.',
    }),
    musicAudioTrack: audioTrack.meta({
      title: 'Audio track of the music',
      description:
        'The audio track of `music`: the `index` of one of its `audioTracks`. By default the default track of the file.',
    }),
    outputFormat,
    autoApprove,
  })
  .refine(({ materials, material: one }) => (materials === undefined) !== (one === undefined), {
    path: ['materials'],
    message: 'must name 1 to 20 takes; a single one may stand in "material" instead',
  });
export type Input = z.output<typeof launchCutInput>;

/** The takes, with where the input names each. */
export function listMaterials(input: Pick<Input, 'materials' | 'material'>): { path: string; material: string }[] {
  const { materials, material: one } = input;
  return materials
    ? materials.map((name, index) => ({ path: `materials.${index}`, material: name }))
    : one === undefined
      ? []
      : [{ path: 'material', material: one }];
}
