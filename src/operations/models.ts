import * as z from 'zod';
import { addedModelEntry, modelFamilies, modelId, modelTasks } from '#core/model/models.ts';
import { defineOperation } from '#core/protocol/operation.ts';
import { routeOf } from './routes.ts';

const none = z.strictObject({});
const modelParams = z.strictObject({ modelId });

/** A model as callers see it. */
const modelView = z
  .object({
    id: z.string(),
    name: z.string(),
    task: z
      .enum(modelTasks)
      .describe(
        'matting cuts subjects out; voice finds speech and faces finds faces for recipes that do without, too.',
      ),
    family: z.enum(modelFamilies),
    subject: z
      .enum(['person', 'object'])
      .nullable()
      .describe('What a model of task matting cuts out; null for others.'),
    licence: z.string(),
    source: z.string(),
    summary: z.string(),
    bytes: z.number().describe('Of all its files.'),
    state: z
      .enum(['installed', 'available', 'downloading', 'checking', 'broken'])
      .describe('broken: the last try failed, and error says why; checking: the engine opens it before its first use.'),
    bytesDone: z.number().describe('What is here already: a download goes on from there.'),
    default: z
      .boolean()
      .describe(
        'Whether runs for its subject use it when they name no model; those at `best` use others beside it. Of another task: whether recipes that can use such a model use this one.',
      ),
    consensus: z
      .boolean()
      .describe('Whether runs at `best` for its subject that name no model use it, together with others.'),
    recommended: z.boolean().describe('Whether it is worth its size to most, under a permissive licence.'),
    place: z
      .enum(['shipped', 'deployment', 'browser'])
      .nullable()
      .describe('Where its files are: part of Offcut, beside it on this site, or kept in this browser.'),
    added: z.boolean().describe('Whether it was added by POST /v1/models.'),
    removable: z.boolean(),
    downloadable: z.boolean().describe('Whether POST /v1/models/{modelId}/download can fetch it, or go on doing so.'),
    files: z.array(
      z.object({
        file: z.string(),
        bytes: z.number(),
        sha256: z.string(),
        width: z.number().optional().describe('Of its pictures, in pixels; only models of task matting have sizes.'),
        height: z.number().optional(),
        address: z.string().nullable(),
        reachable: z.boolean().describe('Whether a page may read the address.'),
      }),
    ),
    error: z.object({ errorCode: z.string(), message: z.string() }).optional(),
  })
  .meta({ id: 'Model' });
export type ModelView = z.output<typeof modelView>;

export const listModels = defineOperation({
  summary: 'List the models: what is installed, and what can be; best first',
  ...routeOf('listModels'),
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
  summary: 'Add a model of your own: an ONNX file, or the address of one',
  description:
    'multipart/form-data with the part `entry`, JSON as in models/manifest.json, and the part `file` with the ONNX file; without a file the entry must have address, bytes and sha256, and POST /v1/models/{modelId}/download fetches it. The engine opens the model once and refuses what does not fit its family. Size and sha256 are computed, or checked where the entry has them; normalisation and state are those of the family unless given. If it takes more than 20 seconds the answer is streamed: status 200, white space every few seconds, then the envelope, which may be a failure.',
  ...routeOf('addModel'),
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
});

export const downloadModel = defineOperation({
  summary: 'Fetch a model into this browser, or go on with it',
  description:
    'Answers at once with the model, whose state is then `downloading`; the work goes on after the answer, and GET /v1/models tells how far it is. What has come stays when it is interrupted. Every file is checked by its sha256 before it is used. Does nothing for a model that is installed.',
  ...routeOf('downloadModel'),
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
  summary: 'Stop the download of a model; what has come is kept, so that it can go on',
  ...routeOf('cancelModel'),
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
  summary: 'Remove a model from this browser; results that it made stay',
  ...routeOf('deleteModel'),
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
