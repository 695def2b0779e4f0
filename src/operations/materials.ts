import * as z from 'zod';
import { audioTrack } from '#core/protocol/errands.ts';
import { mediaKinds } from '#core/model/media-kind.ts';
import { defineOperation } from '#core/protocol/operation.ts';
import { routeOf } from './routes.ts';

const none = z.strictObject({});

const materialView = z
  .object({
    material: z.string(),
    name: z.string(),
    bytes: z.number(),
    mimeType: z.string(),
    kind: z.enum(mediaKinds).describe('What it is for a recipe, by the content of the file.'),
    width: z
      .number()
      .optional()
      .describe('Pixels, as it is shown. This and the next are there once a tab has opened the file.'),
    height: z.number().optional(),
    durationSeconds: z.number().optional(),
    frameRate: z.number().optional(),
    hasSound: z.boolean().optional(),
    audioTracks: z.array(audioTrack).optional().meta({
      'x-extension': true,
      description:
        'All audio tracks of the file in file order, those that need ffmpeg included. `audioTrack` of a run, an item of a canvas, peaks and beats takes an `index`.',
    }),
    fault: z.string().optional().describe('Why the file cannot be used here.'),
    url: z.string(),
    sourceUrl: z.string().optional().describe('Where it was fetched from; of secrets in it stand only hashes.'),
    envelopeId: z.string().optional().describe('Of a result: the job that made it.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Material' });

export const listMaterials = defineOperation({
  summary: 'List the materials that are kept, newest first',
  ...routeOf('listMaterials'),
  tag: 'Materials',
  access: { kind: 'key', scope: 'uploads:write' },
  params: none,
  query: z.strictObject({
    include: z
      .literal('results')
      .optional()
      .describe('Results of runs and exports too, which a canvas can hold as well; a run takes materials alone.'),
  }),
  body: null,
  reply: 'envelope',
  output: z.array(materialView),
  failures: [],
  isExtension: true,
  tool: {
    name: 'list_materials',
    title: 'List the materials',
    description:
      'The videos, pictures and sounds that are kept here, newest first, with size, length and kind. Their handles go into run_recipe. Costs nothing, changes nothing, answers at once.',
    example: { include: 'results' },
    isReadOnly: true,
    isDestructive: false,
    isIdempotent: true,
    listName: 'materials',
  },
});

export const fetchMaterial = defineOperation({
  summary: 'Fetch a file of a public address, and keep it as a material',
  description:
    'The site that it is on must allow this (CORS). An address that was fetched before is answered with its material. Runs take addresses as they are; canvases need materials.',
  ...routeOf('fetchMaterial'),
  tag: 'Materials',
  access: { kind: 'key', scope: 'uploads:write' },
  params: none,
  query: none,
  body: z.strictObject({ url: z.string().min(1).max(4096).describe('A public https URL.') }),
  reply: 'envelope',
  output: materialView,
  failures: ['MATERIAL_UNREACHABLE', 'UNSUPPORTED_MEDIA', 'FILE_TOO_LARGE', 'STORAGE_FULL'],
  isLong: true,
  isExtension: true,
  example: { url: '{base}sample/presenter.mp4' },
});

export const deleteMaterial = defineOperation({
  summary: 'Delete a material; results that came from it stay',
  description: 'Its bytes go with it, or, where canvases use it, with the last canvas that does.',
  ...routeOf('deleteMaterial'),
  tag: 'Materials',
  access: { kind: 'key', scope: 'uploads:write' },
  params: z.strictObject({ material: z.string().min(1).max(200) }),
  query: none,
  body: null,
  reply: 'envelope',
  output: z.object({ material: z.string(), deleted: z.literal(true) }),
  failures: ['MATERIAL_NOT_FOUND', 'IN_FLIGHT'],
  isExtension: true,
});

export const getMedia = defineOperation({
  summary: 'The bytes of a material or a result; takes Range',
  ...routeOf('getMedia'),
  tag: 'Media',
  access: { kind: 'open' },
  params: z.strictObject({ file: z.string().min(1).max(200).describe('The asset id and the extension.') }),
  query: z.strictObject({
    download: z.string().max(200).optional().describe('When present, the answer is saved instead of shown.'),
  }),
  body: null,
  reply: 'bytes',
  output: z.string(),
  failures: ['NOT_FOUND'],
  isExtension: true,
});
