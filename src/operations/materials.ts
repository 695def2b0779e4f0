import * as z from 'zod';
import { audioTrack } from '#core/protocol/engine-tasks.ts';
import { mediaKinds } from '#core/model/media-kind.ts';
import { defineOperation } from '#core/protocol/operation.ts';
import { getRoute } from './routes.ts';

const none = z.strictObject({});

const materialView = z
  .object({
    material: z.string(),
    name: z.string(),
    bytes: z.number(),
    mimeType: z.string(),
    kind: z.enum(mediaKinds).describe('The kind of media, detected from the content of the file.'),
    width: z
      .number()
      .optional()
      .describe('In display pixels. This and the following fields are present after a tab has opened the file.'),
    height: z.number().optional(),
    durationSeconds: z.number().optional(),
    frameRate: z.number().optional(),
    hasSound: z.boolean().optional(),
    audioTracks: z.array(audioTrack).optional().meta({
      'x-extension': true,
      description:
        'All audio tracks of the file in file order, including those that need ffmpeg. `audioTrack` of a run, an item of a canvas, peaks and beats takes an `index`.',
    }),
    fault: z.string().optional().describe('The reason why this browser cannot use the file.'),
    url: z.string(),
    sourceUrl: z
      .string()
      .optional()
      .describe('The URL that the file was fetched from. Secrets in the URL are replaced by hashes.'),
    folder: z.string().optional().describe('The folder that the file was put into.'),
    envelopeId: z.string().optional().describe('For a result: the job that created it.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Material' });

export const listMaterials = defineOperation({
  summary: 'List stored materials, newest first',
  ...getRoute('listMaterials'),
  tag: 'Materials',
  access: { kind: 'key', scope: 'uploads:write' },
  params: none,
  query: z.strictObject({
    include: z
      .literal('results')
      .optional()
      .describe('Includes the results of runs and exports. A canvas accepts both; a run accepts only materials.'),
  }),
  body: null,
  reply: 'envelope',
  output: z.array(materialView),
  failures: [],
  isExtension: true,
  tool: {
    name: 'list_materials',
    title: 'List materials',
    description:
      'Lists the stored videos, images and audio files, newest first, with size, duration and kind. Pass their handles to run_recipe. Free and read-only; returns immediately.',
    example: { include: 'results' },
    isReadOnly: true,
    isDestructive: false,
    isIdempotent: true,
    listName: 'materials',
  },
});

export const fetchMaterial = defineOperation({
  summary: 'Fetch a file from a public URL and store it as a material',
  description:
    'The site must allow downloads by other sites (CORS). A URL that was fetched before returns its existing material. Runs accept URLs directly; canvases need materials.',
  ...getRoute('fetchMaterial'),
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
  summary: 'Delete a material, but not the results created from it',
  description: 'The file is deleted too. If canvases use the file, it is deleted with the last of these canvases.',
  ...getRoute('deleteMaterial'),
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

export const setFolder = defineOperation({
  summary: 'Put a material into a folder, or take it out',
  description: 'A folder is a name. It exists while it contains a file.',
  ...getRoute('setFolder'),
  tag: 'Materials',
  access: { kind: 'key', scope: 'uploads:write' },
  params: z.strictObject({ material: z.string().min(1).max(200) }),
  query: none,
  body: z.strictObject({
    folder: z.string().trim().min(1).max(100).nullable().describe('The name of the folder; null for none.'),
  }),
  reply: 'envelope',
  output: materialView,
  failures: ['MATERIAL_NOT_FOUND'],
  isExtension: true,
  example: { folder: 'Interviews' },
});

export const getMedia = defineOperation({
  summary: 'Download a material or a result; supports Range',
  ...getRoute('getMedia'),
  tag: 'Media',
  access: { kind: 'open' },
  params: z.strictObject({ file: z.string().min(1).max(200).describe('The asset id and the file extension.') }),
  query: z.strictObject({
    download: z
      .string()
      .max(200)
      .optional()
      .describe('When present, the browser saves the file instead of displaying it.'),
  }),
  body: null,
  reply: 'bytes',
  output: z.string(),
  failures: ['NOT_FOUND'],
  isExtension: true,
});
