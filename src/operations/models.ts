import * as z from 'zod';
import { addedModelEntry, modelFamilies, modelId, modelTasks } from '#core/model/models.ts';
import { defineOperation } from '#core/protocol/operation.ts';
import { getRoute } from './routes.ts';

const none = z.strictObject({});
const modelParams = z.strictObject({ modelId });

/** A model in API responses. */
const modelView = z
  .object({
    id: z.string(),
    name: z.string(),
    task: z
      .enum(modelTasks)
      .describe(
        'matting removes backgrounds; voice finds speech; faces finds faces. voice and faces are optional for the recipes that use them.',
      ),
    family: z.enum(modelFamilies),
    subject: z
      .enum(['person', 'object'])
      .nullable()
      .describe('The subject that a matting model cuts out; null for other tasks.'),
    licence: z.string(),
    source: z.string(),
    summary: z.string(),
    bytes: z.number().describe('The total size of all files.'),
    state: z
      .enum(['installed', 'available', 'downloading', 'checking', 'broken'])
      .describe(
        'broken: the last attempt failed, see `error`. checking: the engine opens the model before its first use.',
      ),
    bytesDone: z.number().describe('The bytes already downloaded. A download resumes from there.'),
    default: z
      .boolean()
      .describe(
        'Whether runs for this subject use the model by default; at quality `best`, together with others. For tasks other than matting: whether recipes that support such a model use this one.',
      ),
    consensus: z
      .boolean()
      .describe('Whether runs for this subject at quality `best` use the model by default, in an ensemble.'),
    recommended: z
      .boolean()
      .describe('Whether the model is worth its size for most users and has a permissive license.'),
    place: z
      .enum(['shipped', 'deployment', 'browser'])
      .nullable()
      .describe('The location of the files: shipped with Offcut, on the site of this deployment, or in this browser.'),
    added: z.boolean().describe('Whether the model was added with POST /v1/models.'),
    removable: z.boolean(),
    downloadable: z.boolean().describe('Whether POST /v1/models/{modelId}/download can start or resume a download.'),
    files: z.array(
      z.object({
        file: z.string(),
        bytes: z.number(),
        sha256: z.string(),
        width: z.number().optional().describe('The input width in pixels. Only matting models have sizes.'),
        height: z.number().optional(),
        address: z.string().nullable(),
        reachable: z.boolean().describe('Whether the site allows downloads from this page (CORS).'),
      }),
    ),
    error: z.object({ errorCode: z.string(), message: z.string() }).optional(),
  })
  .meta({ id: 'Model' });
export type ModelView = z.output<typeof modelView>;

export const listModels = defineOperation({
  summary: 'List installed and available models, best first',
  ...getRoute('listModels'),
  tag: 'Models',
  access: { kind: 'key', scope: 'recipes:read' },
  params: none,
  query: none,
  body: null,
  reply: 'envelope',
  output: z.array(modelView),
  failures: [],
  isExtension: true,
});

export const addModel = defineOperation({
  summary: 'Add a custom ONNX model, as a file or a URL',
  description:
    'multipart/form-data with the part `entry`, JSON as in models/manifest.json, and the part `file` with the ONNX file. Without a file, the entry must have address, bytes and sha256, and POST /v1/models/{modelId}/download fetches the model. The engine opens the model once and refuses a model that does not fit its family. Size and sha256 are computed, or checked if the entry has them. Normalisation and state default to those of the family. If the call takes more than 20 seconds, the response is streamed: status 200, white space every few seconds, then the envelope, which may be a failure.',
  ...getRoute('addModel'),
  tag: 'Models',
  access: { kind: 'key', scope: 'uploads:write' },
  params: none,
  query: none,
  body: null,
  isFileUpload: true,
  formFields: z.object({ entry: addedModelEntry }),
  isLong: true,
  reply: 'envelope',
  output: modelView,
  failures: ['FILE_TOO_LARGE', 'MODEL_UNUSABLE', 'ENGINE_UNAVAILABLE', 'STORAGE_FULL'],
  isExtension: true,
  example: {
    entry: {
      id: 'my-model',
      name: 'My model',
      family: 'matte-nano',
      subject: 'person',
      variants: [{ width: 256, height: 256 }],
    },
  },
});

export const downloadModel = defineOperation({
  summary: 'Download a model to this browser, or resume the download',
  description:
    'Returns the model immediately, in the state `downloading`. The download continues in the background; GET /v1/models reports its progress. An interrupted download keeps the received bytes. The sha256 of every file is checked before use. Does nothing if the model is installed.',
  ...getRoute('downloadModel'),
  tag: 'Models',
  access: { kind: 'key', scope: 'uploads:write' },
  params: modelParams,
  query: none,
  body: none,
  reply: 'envelope',
  output: modelView,
  failures: ['MODEL_NOT_FOUND', 'MODEL_UNREACHABLE', 'STORAGE_FULL'],
  isExtension: true,
});

export const cancelModel = defineOperation({
  summary: 'Stop the download of a model; the received bytes are kept, so that the download can resume',
  ...getRoute('cancelModel'),
  tag: 'Models',
  access: { kind: 'key', scope: 'uploads:write' },
  params: modelParams,
  query: none,
  body: none,
  reply: 'envelope',
  output: modelView,
  failures: ['MODEL_NOT_FOUND', 'NOT_CANCELABLE'],
  isExtension: true,
});

export const deleteModel = defineOperation({
  summary: 'Remove a model from this browser, but not its results',
  ...getRoute('deleteModel'),
  tag: 'Models',
  access: { kind: 'key', scope: 'uploads:write' },
  params: modelParams,
  query: none,
  body: null,
  reply: 'envelope',
  output: z.object({ id: z.string(), deleted: z.literal(true) }),
  failures: ['MODEL_NOT_FOUND', 'IN_FLIGHT'],
  isExtension: true,
});
