import * as z from 'zod';
import { canvasRow, frozenDocument, version } from './canvas-rows.ts';
import { engineTask, mediaFacts } from '../protocol/engine-tasks.ts';
import { wireFailure } from '../lib/failure.ts';
import { jobStatuses } from './job-status.ts';
import { delivery, fault, labSettings, loggedRequest, snapshot, webhook } from './lab-rows.ts';
import { booking, outsideRequest } from './ledger-rows.ts';
import { modelEntry } from './models.ts';
import { scopes } from '../protocol/operation.ts';

/** The rows of the store as zod schemas, because data on disk is untrusted too. Times are milliseconds since 1970. */

/** The one account of this browser. `balance` is the remaining credits; open runs have reserved `reserved` of them. */
export const account = z.object({
  id: z.literal('account'),
  projectName: z.string(),
  plan: z.enum(['local', 'free']),
  balance: z.int().min(0),
  reserved: z.int().min(0),
  /** Limits that the sandbox can set; null for the default or no limit. */
  caps: z.object({
    maxFileBytes: z.int().positive().nullable(),
    maxStorageBytes: z.int().min(0).nullable(),
    requestsPerMinute: z.int().positive().nullable(),
    ticketSeconds: z.int().min(0).nullable(),
  }),
});
export type Account = z.output<typeof account>;

/** An API key. The key itself is shown once; the id of the row is its SHA-256. */
const key = z.object({
  /** The SHA-256 of the key in hex. */
  id: z.string(),
  /** The public id of the key: `key_...`. */
  handle: z.string(),
  name: z.string(),
  /** `vk_` and four characters, to distinguish keys. */
  hint: z.string(),
  /** A session belongs to a page of the workspace, expires automatically and is not listed. */
  kind: z.enum(['api', 'session']),
  scopes: z.array(z.enum(scopes)),
  /** The allowed recipes; null for all. */
  recipes: z.array(z.string()).nullable(),
  spendCapCredits: z.int().min(0).nullable(),
  spentCredits: z.int().min(0),
  reservedCredits: z.int().min(0),
  createdAt: z.number(),
  expiresAt: z.number().nullable(),
  revokedAt: z.number().nullable(),
  /** The time of the last call, to the minute; null before the first call. */
  lastUsedAt: z.number().nullable(),
  /** The fixed window of the rate limit. */
  window: z.object({ startedAt: z.number(), requests: z.int() }),
});
export type Key = z.output<typeof key>;

/** A one-time credential for one file. Its expiry is computed from the time, not stored. */
const ticket = z.object({
  id: z.string(),
  purpose: z.string().nullable(),
  createdAt: z.number(),
  expiresAt: z.number(),
  materialId: z.string().nullable(),
  /** The Idempotency-Key of the upload that filled it, so that the same upload returns the same response. */
  idempotencyKey: z.string().nullable(),
});
export type Ticket = z.output<typeof ticket>;

/**
 * Immutable bytes with an id: an uploaded material, or a file that a job created. A `proxy` is played instead of its result. A
 * `preview` is an image of a proposal. A `sidecar` is an additional file of a result, such as a cut list. A `part` is a file that a
 * result's canvas uses besides materials: a cutout, audio. A `kept` asset was deleted by its owner while canvases name it; it is
 * removed with the last of them.
 */
const asset = z.object({
  id: z.string(),
  kind: z.enum(['material', 'result', 'proxy', 'preview', 'sidecar', 'part', 'kept']),
  /** The file name in `Bytes`. */
  file: z.string(),
  /** The name that the user gave: untrusted text. */
  name: z.string(),
  extension: z.string().regex(/^[a-z0-9]{1,8}$/),
  mimeType: z.string(),
  sizeBytes: z.int().min(0),
  /** The SHA-256 of the bytes in hex; results have none. */
  sha256: z.string().nullable(),
  /** The https URL that it was downloaded from, without the secrets in its query. */
  sourceUrl: z.string().nullable(),
  jobId: z.string().nullable(),
  /** The metadata of the file; null until an engine has opened it. */
  facts: mediaFacts.nullable(),
  /** The folder of a material; absent without one. */
  folder: z.string().optional(),
  createdAt: z.number(),
});
export type Asset = z.output<typeof asset>;

/** One durable run of a recipe. */
const job = z.object({
  id: z.string(),
  recipeId: z.string(),
  /** A hash of the recipe and its version, material bytes, parameters and models: equal fingerprints are the same run. */
  fingerprint: z.string(),
  /** The row id of the key that pays. */
  keyId: z.string(),
  /** The assets that the recipe's `materials` returns, in that order. */
  materialIds: z.array(z.string()),
  /** The body of the run call with its defaults. */
  input: z.record(z.string(), z.unknown()),
  /** The models that the recipe's `models` requests, in that order; the models of an ensemble are adjacent, the best first. */
  modelIds: z.array(z.string()),
  isWatermarked: z.boolean(),
  status: z.enum(jobStatuses),
  stage: z.string(),
  /** The progress, 0..1. */
  progress: z.number().min(0).max(1),
  etaSeconds: z.number().nullable(),
  framesPerSecond: z.number().nullable(),
  /** A small image of the newest frame, as a data URL. */
  snapshot: z.string().nullable(),
  credits: z.int().min(0),
  areCreditsCharged: z.boolean(),
  warnings: z.array(z.string()),
  /** The frames that the newest attempt has processed; 0 for work without frames. */
  framesDone: z.int().min(0),
  /** The number of times that the run was interrupted at the same place, and the frame of that place. */
  losses: z.object({ count: z.int().min(0), atFrame: z.int().min(0) }),
  /** The name of the lifetime lock of the engine that runs the job or ran it last; null before the first attempt. */
  engineId: z.string().nullable(),
  /** The proposal, in the recipe's schema; null until the run creates it. */
  proposal: z.unknown().nullable(),
  /** The preview images of the proposal, by the ids of their assets. */
  previews: z.array(z.object({ atSeconds: z.number().min(0), assetId: z.string() })),
  /** The canvas of the proposal, by the ids of its document's file and of the created files that it names. */
  draft: z.object({ documentId: z.string(), partIds: z.array(z.string()) }).nullish(),
  /** The decision of the review that is not processed yet; null without one. */
  decision: z.enum(['approve', 'regenerate']).nullable(),
  /** The basis of the current proposal while another one is requested. It is restored if the new one cannot be created. */
  lastProposed: z
    .object({ input: z.record(z.string(), z.unknown()), fingerprint: z.string(), modelIds: z.array(z.string()) })
    .nullish(),
  /** Whether the user changed the proposal: the result is not returned for other calls then. */
  isProposalEdited: z.boolean(),
  /** The time at which the review expires. */
  reviewExpiresAt: z.number().nullable(),
  isCancelRequested: z.boolean(),
  /** The times of each status and stage, the oldest first; empty for jobs of older versions. */
  log: z.array(z.object({ at: z.number(), status: z.enum(jobStatuses), stage: z.string() })).default([]),
  resultId: z.string().nullable(),
  proxyId: z.string().nullable(),
  canvasId: z.string().nullable(),
  /** The reason why the job ended without a result, or why its review has the previous proposal instead of a new one. */
  error: wireFailure.nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
});
export type Job = z.output<typeof job>;

/**
 * One step of a run from which another attempt can resume, such as an analysis or a render. Files that it does not name are
 * ignored, even if they are on the disk.
 */
const checkpointStep = z.object({
  name: z.string(),
  /** A hash of everything that the work depends on: a step with another basis is useless. */
  basis: z.string(),
  /** Whether its files are complete; until then only their scratch files are used. */
  isDone: z.boolean(),
  /** Data of the run, which the run validates. */
  notes: z.unknown(),
  files: z.array(z.object({ role: z.string(), assetId: z.string(), file: z.string() })),
});
export type CheckpointStep = z.output<typeof checkpointStep>;

/** The state from which another thread can resume a job. */
const checkpoint = z.object({
  /** The job's id. */
  id: z.string(),
  /** The duration of the work so far, in milliseconds. */
  workedMs: z.number().min(0),
  steps: z.array(checkpointStep),
});
export type Checkpoint = z.output<typeof checkpoint>;

/** The request that an `Idempotency-Key` was used for, and its response. */
const replay = z.object({
  /** The key row id and the Idempotency-Key. */
  id: z.string(),
  /** The SHA-256 of method, path and body. */
  requestHash: z.string(),
  status: z.int(),
  body: z.string(),
  createdAt: z.number(),
});
export type Replay = z.output<typeof replay>;

const modelStatuses = ['paused', 'downloading', 'checking', 'installed', 'broken'] as const;

/** A model in this browser: one of the manifest that is downloaded or in progress, or one that the user added. */
const model = z.object({
  id: z.string(),
  /** The entry of an added model; null for a model of the manifest. */
  entry: modelEntry.nullable(),
  /** `broken`: the last attempt failed, for the reason in `error`. `checking`: the engine has to open an added model first. */
  status: z.enum(modelStatuses),
  /** The stored pieces of its files, in the order of the bytes. */
  files: z.array(
    z.object({
      /** The SHA-256 of the whole file, as in the entry. */
      sha256: z.string(),
      /** The ETag that the host sent for the file. */
      etag: z.string().nullable(),
      pieces: z.array(z.object({ file: z.string(), sizeBytes: z.int().min(0) })),
    }),
  ),
  /** The downloaded bytes of all files; includes bytes of a piece that is not completely written. */
  receivedBytes: z.int().min(0),
  error: wireFailure.nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type Model = z.output<typeof model>;

/** The measured run times on this device, by recipe and pace: for the same models, and for all models. */
const measurement = z.object({
  /** The id that `toMeasurementId` returns. */
  id: z.string(),
  /** The moving average of the seconds of work per second of video. */
  secondsPerSecond: z.number().positive(),
  /** The moving average of the seconds of work per run. */
  secondsPerRun: z.number().positive(),
  runs: z.int().positive(),
  /** The last runs, the oldest first; absent in rows of older versions. */
  samples: z
    .array(
      z.object({
        frameCount: z.number().positive(),
        /** The mean size of a frame, in pixels. */
        pixels: z.number().positive(),
        /** The part of the time that does not depend on the number of frames. */
        startSeconds: z.number().min(0),
        workSeconds: z.number().positive(),
      }),
    )
    .optional(),
});
export const toMeasurementId = (recipeId: string, pace: string, modelIds: readonly string[] = []): string =>
  [recipeId, pace, ...(modelIds.length > 0 ? [modelIds.join('+')] : [])].join(':');
export type Measurement = z.output<typeof measurement>;

/** Every table of the store: its row schema, and its indexed fields. */
export const tables = {
  account: { schema: account, indexes: [] },
  keys: { schema: key, indexes: [] },
  tickets: { schema: ticket, indexes: [] },
  assets: { schema: asset, indexes: ['sha256', 'sourceUrl', 'jobId'] },
  jobs: { schema: job, indexes: ['fingerprint', 'status'] },
  checkpoints: { schema: checkpoint, indexes: [] },
  canvases: { schema: canvasRow, indexes: [] },
  versions: { schema: version, indexes: ['canvasId', 'assetIds'] },
  documents: { schema: frozenDocument, indexes: [] },
  replays: { schema: replay, indexes: [] },
  measurements: { schema: measurement, indexes: [] },
  models: { schema: model, indexes: [] },
  errands: { schema: engineTask, indexes: ['status'] },
  bookings: { schema: booking, indexes: [] },
  outside: { schema: outsideRequest, indexes: [] },
  lab: { schema: labSettings, indexes: [] },
  faults: { schema: fault, indexes: [] },
  requests: { schema: loggedRequest, indexes: [] },
  snapshots: { schema: snapshot, indexes: [] },
  webhooks: { schema: webhook, indexes: [] },
  deliveries: { schema: delivery, indexes: ['webhookId', 'status'] },
} as const satisfies Record<string, { schema: z.ZodType<{ id: string }>; indexes: readonly string[] }>;

export type TableName = keyof typeof tables;
export type RowOf<T extends TableName> = z.output<(typeof tables)[T]['schema']>;
export type IndexOf<T extends TableName> = (typeof tables)[T]['indexes'][number];

export const tableNames = Object.keys(tables).filter((name): name is TableName => Object.hasOwn(tables, name));

/** Parses a stored row with its table's schema. Throws for an invalid row, because that is a defect of a migration. */
export function parseRow<T extends TableName>(table: T, row: unknown): RowOf<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler cannot tie the schema to the table's name
  return tables[table].schema.parse(row) as RowOf<T>;
}
