import * as z from 'zod';
import { audioTrack, autoApprove, material, outputFormat } from '../input.ts';
import { defaults } from './defaults.ts';

/** The maximum numbers of takes and words of one film. */
const limits = { materials: 20, points: 6, titleLength: 60, pointLength: 60, endLength: 80 } as const;

const aspect = z.enum(['16:9', '9:16', '1:1', '4:5']);

/** The body of a run call. `material` replaces a list of one. */
export const launchCutInput = z
  .strictObject({
    materials: z
      .array(material)
      .min(1)
      .max(limits.materials)
      .optional()
      .describe('The takes: 1 to 20 videos and images.')
      .meta({ title: 'Takes', control: 'materials', mediaKinds: ['video', 'picture'] }),
    material: material
      .optional()
      .describe('The take, if there is only one.')
      .meta({ title: 'Take', control: 'material', mediaKinds: ['video', 'picture'], isAdvanced: true }),
    music: material
      .nullable()
      .default(null)
      .describe('An audio file, or a video whose audio is the music. If absent, music is composed for the film.')
      .meta({ title: 'Music', control: 'material', mediaKinds: ['sound', 'video'] }),
    bpm: z
      .number()
      .min(40)
      .max(220)
      .nullable()
      .default(null)
      .describe('The tempo of the music, if you know it; detected by default.')
      .meta({ title: 'Tempo', unit: 'beats/min', isAdvanced: true }),
    targetSeconds: z
      .union([z.literal(15), z.literal(30), z.literal(60)])
      .default(defaults.targetSeconds)
      .describe('The duration of the film.')
      .meta({ title: 'Duration', unit: 's' }),
    aspect: aspect.default(defaults.aspect).describe('The aspect ratio of the film.').meta({ title: 'Aspect ratio' }),
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
      .describe('Frames per second.')
      .meta({ title: 'Frame rate', unit: 'frames/s', isAdvanced: true }),
    title: z
      .string()
      .trim()
      .max(limits.titleLength)
      .default('')
      .describe('The subject of the film; shown at the reveal.')
      .meta({ title: 'Title' }),
    points: z
      .array(z.string().trim().min(1).max(limits.pointLength))
      .max(limits.points)
      .default([])
      .describe('The messages of the film, a few words each; shown one after the other after the reveal.')
      .meta({ title: 'Points' }),
    endCard: z
      .strictObject({
        text: z.string().trim().max(limits.endLength).default('').describe('The last words; the title if absent.'),
        logoMaterial: material
          .optional()
          .describe('An image of the logo, preferably with a transparent background.')
          .meta({ title: 'Logo', control: 'material', mediaKinds: ['picture'] }),
      })
      .prefault({})
      .describe('The content of the end card.')
      .meta({ title: 'End card' }),
    keepSpeech: z
      .boolean()
      .default(false)
      .describe('Keeps the audio of the takes, with lower music under it.')
      .meta({ title: 'Keep speech' }),
    seed: z
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .default(defaults.seed)
      .describe('Another number gives another choice of shots, and other music if it is composed.')
      .meta({ title: 'Seed', isAdvanced: true }),
    audioTrack: audioTrack.meta({
      description:
        'The audio track of the takes if `keepSpeech` keeps their audio: the `index` of one of `audioTracks` of the material. Every video must have it. By default the default track of each file.',
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
    message: 'must name 1 to 20 takes; a single one may be in "material" instead',
  });
export type Input = z.output<typeof launchCutInput>;

/** Returns the takes, each with the path of its input field. */
export function listMaterials(input: Pick<Input, 'materials' | 'material'>): { path: string; material: string }[] {
  const { materials, material: one } = input;
  return materials
    ? materials.map((name, index) => ({ path: `materials.${index}`, material: name }))
    : one === undefined
      ? []
      : [{ path: 'material', material: one }];
}
