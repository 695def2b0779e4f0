import * as z from 'zod';
import { canvasRow, frozenDocument, version } from './canvas-rows.ts';
import { errand, mediaFacts } from './errands.ts';
import { wireFailure } from './failure.ts';
import { jobStatuses } from './job-status.ts';
import { booking, outsideRequest } from './ledger-rows.ts';
import { modelEntry } from './models.ts';
import { scopes } from './operation.ts';

/** The rows of the store, as zod: what is on disk is untrusted too. Times are milliseconds since 1970. */

/** The one account of this browser. `balance` is what is left of the credits; `reserved` of it belongs to open runs. */
export const account = z.object({
  id: z.literal('account'),
  projectName: z.string(),
  plan: z.enum(['local', 'free']),
  balance: z.int().min(0),
  reserved: z.int().min(0),
  /** Limits of the local world that the sandbox can set; null means the default or none. */
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
  /** SHA-256 of the key, hex. */
  id: z.string(),
  /** What a person may see and name it by: `key_...`. */
  handle: z.string(),
  name: z.string(),
  /** `vk_` and four characters, to tell keys apart. */
  hint: z.string(),
  /** A session belongs to a page of the workspace, ends by itself and is not listed. */
  kind: z.enum(['api', 'session']),
  scopes: z.array(z.enum(scopes)),
  /** null: every recipe. */
  recipes: z.array(z.string()).nullable(),
  spendCapCredits: z.int().min(0).nullable(),
  spentCredits: z.int().min(0),
  reservedCredits: z.int().min(0),
  createdAt: z.number(),
  expiresAt: z.number().nullable(),
  revokedAt: z.number().nullable(),
  /** To the minute; null before the first call. */
  lastUsedAt: z.number().nullable(),
  /** The fixed window of the rate limit. */
  window: z.object({ startedAt: z.number(), requests: z.int() }),
});
export type Key = z.output<typeof key>;

/** A one-time credential for one file. Whether it is expired is told by the time, not stored. */
const ticket = z.object({
  id: z.string(),
  purpose: z.string().nullable(),
  createdAt: z.number(),
  expiresAt: z.number(),
  materialId: z.string().nullable(),
  /** The Idempotency-Key of the upload that filled it, so that the same upload again gets the same answer. */
  idempotencyKey: z.string().nullable(),
});
export type Ticket = z.output<typeof ticket>;

/**
 * Immutable bytes with an id: a material that came in, or what a job made. A `proxy` plays where its result does not. A
 * `preview` is a picture of a proposal. A `sidecar` is a file beside a result, such as a cut list. A `part` is what a result's
 * canvas is made of, besides materials: a cut-out, a sound. A `kept` one was deleted by its owner while canvases name it, and
 * goes with the last of them.
 */
const asset = z.object({
  id: z.string(),
  kind: z.enum(['material', 'result', 'proxy', 'preview', 'sidecar', 'part', 'kept']),
  /** File name in `Bytes`. */
  file: z.string(),
  /** What a person called it: untrusted text. */
  name: z.string(),
  extension: z.string().regex(/^[a-z0-9]{1,8}$/),
  mimeType: z.string(),
  sizeBytes: z.int().min(0),
  /** SHA-256 of the bytes, hex; results have none. */
  sha256: z.string().nullable(),
  /** The https address it was fetched from, without the secrets in its query. */
  sourceUrl: z.string().nullable(),
  jobId: z.string().nullable(),
  /** What an engine found when it opened the file; null until then. */
  facts: mediaFacts.nullable(),
  createdAt: z.number(),
});
export type Asset = z.output<typeof asset>;

/** One durable run of a recipe. */
const job = z.object({
  id: z.string(),
  recipeId: z.string(),
  /** Hash of recipe and its version, material bytes, parameters and models: equal fingerprints are the same run. */
  fingerprint: z.string(),
  /** The row id of the key that pays. */
  keyId: z.string(),
  /** The assets that the recipe's `materials` wishes for, in that order. */
  materialIds: z.array(z.string()),
  /** The body of the run call after defaults. */
  input: z.record(z.string(), z.unknown()),
  /** The models that the recipe's `models` wishes for, in that order; those that agree stand together, the best first. */
  modelIds: z.array(z.string()),
  isWatermarked: z.boolean(),
  status: z.enum(jobStatuses),
  stage: z.string(),
  /** 0..1. */
  progress: z.number().min(0).max(1),
  etaSeconds: z.number().nullable(),
  framesPerSecond: z.number().nullable(),
  /** A small picture of the newest frame, as a data URL. */
  snapshot: z.string().nullable(),
  credits: z.int().min(0),
  areCreditsCharged: z.boolean(),
  warnings: z.array(z.string()),
  /** The frames that the newest attempt had done when it last reported; 0 for work without frames. */
  framesDone: z.int().min(0),
  /** How often the run was lost at the same place, and the frame that it had reached there. */
  losses: z.object({ count: z.int().min(0), atFrame: z.int().min(0) }),
  /** The engine that runs it or ran it last, by the name of its life lock; null before the first. */
  engineId: z.string().nullable(),
  /** What the recipe proposes, as its schema says; null before that. */
  proposal: z.unknown().nullable(),
  /** Pictures of the proposal, by the ids of their assets. */
  previews: z.array(z.object({ atSeconds: z.number().min(0), assetId: z.string() })),
  /** The canvas that the proposal would make, by the ids of its document's file and of the made files that it names. */
  draft: z.object({ documentId: z.string(), partIds: z.array(z.string()) }).nullish(),
  /** What was decided of the proposal and is yet to be done; null until then. */
  decision: z.enum(['approve', 'regenerate']).nullable(),
  /** What the proposal was made for, while another one is asked for: it holds again where that one cannot be made. */
  lastProposed: z
    .object({ input: z.record(z.string(), z.unknown()), fingerprint: z.string(), modelIds: z.array(z.string()) })
    .nullish(),
  /** Whether somebody changed the proposal: the result then answers no other call. */
  isProposalEdited: z.boolean(),
  /** When a job that waits for review ends by itself. */
  reviewExpiresAt: z.number().nullable(),
  isCancelRequested: z.boolean(),
  /** When it came to each status and stage, the oldest first; jobs of older versions have none. */
  log: z.array(z.object({ at: z.number(), status: z.enum(jobStatuses), stage: z.string() })).default([]),
  resultId: z.string().nullable(),
  proxyId: z.string().nullable(),
  canvasId: z.string().nullable(),
  /** Why it ended without a result, or why it waits for review with its last proposal and not with another one. */
  error: wireFailure.nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
});
export type Job = z.output<typeof job>;

/**
 * One part of a run's work that another attempt can go on with, such as an analysis or a render. What it does not speak of
 * does not count, whatever is on the disk.
 */
const checkpointStep = z.object({
  name: z.string(),
  /** All that the work depends on: for a step with another basis it is worth nothing. */
  basis: z.string(),
  /** Whether its files are whole; before that only the scratch files beside them count. */
  isDone: z.boolean(),
  /** The run's own notes, which it checks itself. */
  notes: z.unknown(),
  files: z.array(z.object({ role: z.string(), assetId: z.string(), file: z.string() })),
});
export type CheckpointStep = z.output<typeof checkpointStep>;

/** From where a job can go on in another thread. */
const checkpoint = z.object({
  /** The job's id. */
  id: z.string(),
  /** How long the work has taken so far, in milliseconds. */
  workedMs: z.number().min(0),
  steps: z.array(checkpointStep),
});
export type Checkpoint = z.output<typeof checkpoint>;

/** What an `Idempotency-Key` was used for, and what was answered. */
const replay = z.object({
  /** Key row id and Idempotency-Key. */
  id: z.string(),
  /** SHA-256 of method, path and body. */
  requestHash: z.string(),
  status: z.int(),
  body: z.string(),
  createdAt: z.number(),
});
export type Replay = z.output<typeof replay>;

const modelStatuses = ['paused', 'downloading', 'checking', 'installed', 'broken'] as const;

/** A model in this browser: one of the manifest that is or was fetched, or one that somebody added. */
const model = z.object({
  id: z.string(),
  /** What was added; null for a model of the manifest, whose entry is there. */
  entry: modelEntry.nullable(),
  /** `broken` says that the last try failed, and `error` why; `checking` waits for the engine to open an added model. */
  status: z.enum(modelStatuses),
  /** What is here of its files, each in pieces in the order of its bytes. */
  files: z.array(
    z.object({
      /** Of the whole file, as the entry has it. */
      sha256: z.string(),
      /** What the host called this state of the file. */
      etag: z.string().nullable(),
      pieces: z.array(z.object({ file: z.string(), sizeBytes: z.int().min(0) })),
    }),
  ),
  /** Bytes of all files that have come so far; more than are in pieces while one is being written. */
  receivedBytes: z.int().min(0),
  error: wireFailure.nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type Model = z.output<typeof model>;

/** How long runs took on this device, by recipe and pace: with the same models, and with whatever models were used. */
const measurement = z.object({
  /** As `toMeasurementId` gives it. */
  id: z.string(),
  /** Moving average of seconds of work for a second of video. */
  secondsPerSecond: z.number().positive(),
  /** Moving average of seconds of work for a whole run. */
  secondsPerRun: z.number().positive(),
  runs: z.int().positive(),
});
export const toMeasurementId = (recipeId: string, pace: string, modelIds: readonly string[] = []): string =>
  [recipeId, pace, ...(modelIds.length > 0 ? [modelIds.join('+')] : [])].join(':');
export type Measurement = z.output<typeof measurement>;

/** Every table of the store: its row schema, and the fields that rows are looked up by. */
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
  errands: { schema: errand, indexes: ['status'] },
  bookings: { schema: booking, indexes: [] },
  outside: { schema: outsideRequest, indexes: [] },
} as const satisfies Record<string, { schema: z.ZodType<{ id: string }>; indexes: readonly string[] }>;

export type TableName = keyof typeof tables;
export type RowOf<T extends TableName> = z.output<(typeof tables)[T]['schema']>;
export type IndexOf<T extends TableName> = (typeof tables)[T]['indexes'][number];

export const tableNames = Object.keys(tables).filter((name): name is TableName => Object.hasOwn(tables, name));

/** A stored row as its table's schema says. A row that does not fit is a defect of a migration: it throws. */
export function parseRow<T extends TableName>(table: T, row: unknown): RowOf<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler cannot tie the schema to the table's name
  return tables[table].schema.parse(row) as RowOf<T>;
}
