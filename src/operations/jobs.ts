import * as z from 'zod';
import { jobStatuses } from '#core/model/job-status.ts';
import { defineOperation } from '#core/protocol/operation.ts';
import { jobRecipeIds } from '#recipes/catalog.ts';
import { routeOf } from './routes.ts';

const none = z.strictObject({});
const jobParams = z.strictObject({ envelopeId: z.string().min(1).max(200).describe('The id of a job.') });

/** A job as callers see it. */
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
    materials: z.array(z.string()).describe('The handles, in the order in which the recipe asks for them.'),
    material: z.string().optional().describe('The first of them.'),
    models: z.array(z.string()),
    model: z.string().optional().describe('The first of them.'),
    input: z.record(z.string(), z.unknown()),
    warnings: z.array(z.string()),
    proposal: z.unknown().optional().describe('What waits for review, as the recipe declares it; lists leave it out.'),
    previews: z
      .array(z.object({ atSeconds: z.number(), url: z.string() }))
      .optional()
      .describe('Pictures of the proposal.'),
    previewUrl: z.string().optional().describe('The first of the previews.'),
    draftCanvas: z
      .object({
        documentUrl: z.string().describe('The timeline document, as JSON.'),
        assets: z.record(z.string(), z.object({ name: z.string(), url: z.string(), mimeType: z.string() })),
      })
      .optional()
      .meta({
        'x-extension': true,
        description: 'The canvas that the proposal would make, with the files that it names; lists leave it out.',
      }),
    reviewExpiresAt: z.iso.datetime().optional().describe('When a job that nobody reviews is canceled.'),
    finalUrl: z.string().optional(),
    /** A file that every browser of ours plays with alpha, where finalUrl is not such a file. */
    proxyUrl: z.string().optional(),
    sidecars: z
      .array(z.object({ name: z.string(), url: z.string(), mimeType: z.string(), sizeBytes: z.number() }))
      .optional()
      .describe('Files beside the result, such as a cut list.'),
    canvasId: z.string().optional(),
    canvasUrl: z.string().optional(),
    error: z
      .object({ errorCode: z.string(), message: z.string() })
      .optional()
      .describe('Why it failed, or `regenerate` did.'),
    log: z
      .array(z.object({ at: z.iso.datetime(), status: z.enum(jobStatuses), stage: z.string() }))
      .optional()
      .meta({ 'x-extension': true, description: 'When it came to each status and stage; lists leave it out.' }),
  })
  .meta({ id: 'Job' });
export type JobView = z.output<typeof jobView>;

export const listJobs = defineOperation({
  summary: 'List recent jobs, newest first',
  ...routeOf('listJobs'),
  tag: 'Jobs',
  access: { kind: 'key', scope: 'jobs:read' },
  params: none,
  query: z.strictObject({
    status: z.enum(jobStatuses).optional().meta({ 'x-extension': true }),
    recipeId: z.enum(jobRecipeIds).optional().meta({ 'x-extension': true }),
    limit: z.coerce.number().int().min(1).max(200).default(50).meta({ 'x-extension': true }),
    cursor: z.string().max(200).optional().meta({
      'x-extension': true,
      description: 'Of the page before: nextCursor of the tool, or its Link header (rel="next").',
    }),
  }),
  body: null,
  reply: 'envelope',
  output: z.array(jobView),
  failures: [],
  isExtension: false,
  tool: {
    name: 'list_jobs',
    title: 'List the jobs',
    description:
      'Recent runs and exports, newest first, without their proposals. nextCursor, where there is one, is the cursor of the next page. Costs nothing, changes nothing, answers at once.',
    example: { status: 'completed', limit: 5 },
    isReadOnly: true,
    isDestructive: false,
    isIdempotent: true,
    listName: 'jobs',
  },
});

export const getJob = defineOperation({
  summary: 'Read one job envelope',
  ...routeOf('getJob'),
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
    title: 'Read a job',
    description:
      'A job as it is now: status, stage, progress, time left; while it waits for review its proposal with preview pictures; once completed the address of the result. Costs nothing, changes nothing, answers at once. To wait, use wait_for_job.',
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
  ...routeOf('watchJob'),
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
      'Waits until a job has ended or waits for review, at most timeoutSeconds, and answers the job as get_job does, also when the time is over: then call it again. Reports progress. When the job waits for review and the client can ask the person, the person is asked and the wait goes on; otherwise the proposal is in the answer, and review_job decides. Costs nothing by itself.',
    example: { envelopeId: 'job_1', timeoutSeconds: 30 },
    isReadOnly: true,
    isDestructive: false,
    isIdempotent: true,
  },
});

export const reviewJob = defineOperation({
  summary: 'Approve, reject or regenerate the proposal of a job that waits for review',
  description:
    '`approve` makes the result from the proposal, or from the one that is sent in its place; `reject` ends the job and releases its credits; `regenerate` proposes again, with changed `parameters` and, where it is sent, from the changed proposal; where that fails, `error` says why. A refused review leaves the job waiting with its proposal.',
  ...routeOf('reviewJob'),
  tag: 'Jobs',
  access: { kind: 'key', scope: 'jobs:write' },
  params: jobParams,
  query: none,
  body: z.strictObject({
    decision: z.enum(['approve', 'reject', 'regenerate']),
    proposal: z
      .unknown()
      .optional()
      .describe('With `approve`: the whole proposal of the job, with edits; left out, it is taken as it is.'),
    parameters: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'With `regenerate`: the fields of the run call that change, null for one that is to be left out; the materials cannot.',
      ),
    updatedAt: z.iso
      .datetime()
      .optional()
      .describe('That of the job as it was looked at; another proposal is not reviewed.'),
  }),
  // A proposal may speak of every frame of a video, and is accepted back as the job gave it.
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
      'For a job that is awaiting_review: approve makes the result from the proposal, or from the changed one that is sent as proposal; reject ends the job and releases its credits; regenerate proposes again with changed parameters, at no further charge. Send the updatedAt of the job that was looked at. Show the person the proposal and its pictures first, unless they left the decision to you. Answers at once; then wait_for_job. A refused review changes nothing.',
    example: { envelopeId: 'job_1', decision: 'approve' },
    isReadOnly: false,
    isDestructive: true,
    isIdempotent: false,
  },
});

export const cancelJob = defineOperation({
  summary: 'Cancel a job; its credits are released',
  ...routeOf('cancelJob'),
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
      'Stops a job that has not ended, and releases its credits. What it had made so far is gone. Costs nothing; a running job ends within seconds.',
    example: { envelopeId: 'job_1' },
    isReadOnly: false,
    isDestructive: true,
    isIdempotent: false,
  },
});

export const deleteJob = defineOperation({
  summary: 'Delete an ended job with its result and its canvas; the material stays',
  ...routeOf('deleteJob'),
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
