import * as z from 'zod';
import { jobStatuses } from '#core/model/job-status.ts';
import { defineOperation } from '#core/protocol/operation.ts';
import { jobRecipeIds } from '#recipes/catalog.ts';
import { getRoute } from './routes.ts';

const none = z.strictObject({});
const jobParams = z.strictObject({ envelopeId: z.string().min(1).max(200).describe('The id of a job.') });

/** A job in API responses. */
export const jobView = z
  .object({
    id: z.string(),
    recipeId: z.string(),
    status: z.enum(jobStatuses),
    stage: z.string(),
    progress: z.number().min(0).max(1),
    etaSeconds: z.number().nullable(),
    framesPerSecond: z.number().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    credits: z.number(),
    creditsCharged: z.boolean(),
    watermarked: z.boolean(),
    materials: z.array(z.string()).describe('The handles, in the order of the recipe inputs.'),
    material: z.string().optional().describe('The first of the materials.'),
    models: z.array(z.string()),
    model: z.string().optional().describe('The first of the models.'),
    input: z.record(z.string(), z.unknown()),
    warnings: z.array(z.string()),
    proposal: z
      .unknown()
      .optional()
      .describe('The proposal that waits for review, in the format of the recipe. Lists omit it.'),
    previews: z
      .array(z.object({ atSeconds: z.number(), url: z.string() }))
      .optional()
      .describe('Preview images of the proposal.'),
    previewUrl: z.string().optional().describe('The first of the previews.'),
    draftCanvas: z
      .object({
        documentUrl: z.string().describe('The timeline document, as JSON.'),
        assets: z.record(z.string(), z.object({ name: z.string(), url: z.string(), mimeType: z.string() })),
      })
      .optional()
      .meta({
        'x-extension': true,
        description: 'The canvas that the proposal would create, and the files that the canvas uses. Lists omit it.',
      }),
    reviewExpiresAt: z.iso.datetime().optional().describe('The time when the job is canceled if it is not reviewed.'),
    finalUrl: z.string().optional(),
    /** A file that all supported browsers play with alpha. Present if they cannot do that with finalUrl. */
    proxyUrl: z.string().optional(),
    sidecars: z
      .array(z.object({ name: z.string(), url: z.string(), mimeType: z.string(), sizeBytes: z.number() }))
      .optional()
      .describe('Additional files of the result, such as a cut list.'),
    canvasId: z.string().optional(),
    canvasUrl: z.string().optional(),
    error: z
      .object({ errorCode: z.string(), message: z.string() })
      .optional()
      .describe('The reason why the job or `regenerate` failed.'),
    log: z
      .array(z.object({ at: z.iso.datetime(), status: z.enum(jobStatuses), stage: z.string() }))
      .optional()
      .meta({ 'x-extension': true, description: 'The time of each change of status or stage. Lists omit it.' }),
  })
  .meta({ id: 'Job' });
export type JobView = z.output<typeof jobView>;

export const listJobs = defineOperation({
  summary: 'List recent jobs, newest first',
  ...getRoute('listJobs'),
  tag: 'Jobs',
  access: { kind: 'key', scope: 'jobs:read' },
  params: none,
  query: z.strictObject({
    status: z.enum(jobStatuses).optional().meta({ 'x-extension': true }),
    recipeId: z.enum(jobRecipeIds).optional().meta({ 'x-extension': true }),
    limit: z.coerce.number().int().min(1).max(200).default(50).meta({ 'x-extension': true }),
    cursor: z.string().max(200).optional().meta({
      'x-extension': true,
      description: 'From the previous page: nextCursor of the tool, or the Link header (rel="next").',
    }),
  }),
  body: null,
  reply: 'envelope',
  output: z.array(jobView),
  failures: [],
  isExtension: false,
  tool: {
    name: 'list_jobs',
    title: 'List jobs',
    description:
      'Lists recent runs and exports, newest first, without their proposals. nextCursor, if present, is the cursor of the next page. Free and read-only; returns immediately.',
    example: { status: 'completed', limit: 5 },
    isReadOnly: true,
    isDestructive: false,
    isIdempotent: true,
    listName: 'jobs',
  },
});

export const getJob = defineOperation({
  summary: 'Get a job',
  ...getRoute('getJob'),
  tag: 'Jobs',
  access: { kind: 'key', scope: 'jobs:read' },
  params: jobParams,
  query: none,
  body: null,
  reply: 'envelope',
  output: jobView,
  failures: ['JOB_NOT_FOUND'],
  isExtension: false,
  tool: {
    name: 'get_job',
    title: 'Get a job',
    description:
      'Returns the current state of a job: status, stage, progress and remaining time; if it waits for review, the proposal with preview images; if it is completed, the URL of the result. Free and read-only; returns immediately. To wait, use wait_for_job.',
    example: { envelopeId: 'job_1' },
    isReadOnly: true,
    isDestructive: false,
    isIdempotent: true,
  },
});

export const watchJob = defineOperation({
  summary: 'Follow a job as server-sent events',
  description:
    'Events: `job` with the job as JSON on every change, `preview` with a data URL of the newest frame, and `end` when the job has ended.',
  ...getRoute('watchJob'),
  tag: 'Jobs',
  access: { kind: 'key', scope: 'jobs:read' },
  params: jobParams,
  query: none,
  body: null,
  reply: 'events',
  output: z.string(),
  failures: ['JOB_NOT_FOUND'],
  isExtension: true,
  tool: {
    name: 'wait_for_job',
    title: 'Wait for a job',
    description:
      'Waits until a job ends or needs a review, for at most timeoutSeconds, and returns the job like get_job. If the time limit passes, call it again. Reports progress. If the job needs a review and the client supports elicitation, the user is asked and the wait continues. Otherwise the response contains the proposal; decide with review_job. Free.',
    example: { envelopeId: 'job_1', timeoutSeconds: 30 },
    isReadOnly: true,
    isDestructive: false,
    isIdempotent: true,
  },
});

export const reviewJob = defineOperation({
  summary: 'Approve, reject or regenerate the proposal of a job',
  description:
    '`approve` creates the result from the proposal, or from the changed proposal in the request. `reject` ends the job and releases its credits. `regenerate` creates another proposal, with changed `parameters` and from the changed proposal if one is sent; if that fails, `error` contains the reason. After a refused review the job still waits with its proposal.',
  ...getRoute('reviewJob'),
  tag: 'Jobs',
  access: { kind: 'key', scope: 'jobs:write' },
  params: jobParams,
  query: none,
  body: z.strictObject({
    decision: z.enum(['approve', 'reject', 'regenerate']),
    proposal: z
      .unknown()
      .optional()
      .describe('With `approve`: the complete proposal of the job, with edits. Default: the unchanged proposal.'),
    parameters: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'With `regenerate`: the fields of the run request that change; null removes a field. Materials cannot change.',
      ),
    updatedAt: z.iso
      .datetime()
      .optional()
      .describe('The `updatedAt` of the reviewed job. The review is refused if the proposal has changed since.'),
  }),
  // A proposal may have data for every frame of a video, and a review may send the complete proposal.
  bodyBytesMax: 16 * 1024 * 1024,
  reply: 'envelope',
  output: jobView,
  failures: ['JOB_NOT_FOUND', 'NOT_REVIEWABLE', 'MODEL_NOT_FOUND', 'MODEL_NOT_INSTALLED'],
  isExtension: true,
  example: { decision: 'approve' },
  tool: {
    name: 'review_job',
    title: 'Decide on a proposal',
    description:
      'For a job that is awaiting_review: approve creates the result from the proposal, or from a changed one in proposal. reject ends the job and releases its credits. regenerate creates another proposal with changed parameters, at no further charge. Send the updatedAt of the reviewed job. Show the user the proposal and its preview images first, unless the user left the decision to you. Returns immediately; then call wait_for_job. A refused review changes nothing.',
    example: { envelopeId: 'job_1', decision: 'approve' },
    isReadOnly: false,
    isDestructive: true,
    isIdempotent: false,
  },
});

export const cancelJob = defineOperation({
  summary: 'Cancel a job and release its credits',
  ...getRoute('cancelJob'),
  tag: 'Jobs',
  access: { kind: 'key', scope: 'jobs:write' },
  params: jobParams,
  query: none,
  body: none,
  reply: 'envelope',
  output: jobView,
  failures: ['JOB_NOT_FOUND', 'NOT_CANCELABLE'],
  isExtension: true,
  tool: {
    name: 'cancel_job',
    title: 'Cancel a job',
    description:
      'Cancels a job that has not ended, and releases its credits. Partial results are lost. Free; a running job ends within seconds.',
    example: { envelopeId: 'job_1' },
    isReadOnly: false,
    isDestructive: true,
    isIdempotent: false,
  },
});

export const deleteJob = defineOperation({
  summary: 'Delete an ended job, its result and its canvas, but not its material',
  ...getRoute('deleteJob'),
  tag: 'Jobs',
  access: { kind: 'key', scope: 'jobs:write' },
  params: jobParams,
  query: none,
  body: null,
  reply: 'envelope',
  output: z.object({ id: z.string(), deleted: z.literal(true) }),
  failures: ['JOB_NOT_FOUND', 'IN_FLIGHT'],
  isExtension: true,
});
