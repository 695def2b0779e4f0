import * as z from 'zod';
import { wireFailure } from '../lib/failure.ts';

/** The rows of the lab: its settings, faults, log of requests, snapshots and webhooks. Times are milliseconds since 1970. */

/** The clock of the API and of the engine. */
export const clockSetting = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('real') }),
  z.object({ mode: z.literal('frozen'), now: z.number() }),
  z.object({ mode: z.literal('offset'), seconds: z.number() }),
]);
export type ClockSetting = z.output<typeof clockSetting>;

/** The delay of every call. `medianSeconds` and `sigma` are those of a log-normal distribution. */
export const latencySetting = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('fixed'), seconds: z.number().min(0) }),
  z.object({
    kind: z.literal('lognormal'),
    medianSeconds: z.number().positive(),
    sigma: z.number().min(0),
    seed: z.int().min(0),
  }),
]);
export type LatencySetting = z.output<typeof latencySetting>;

/** The engine: whether it works, and the factor by which its runs are slower. */
export const engineSetting = z.object({
  state: z.enum(['running', 'paused', 'crashed']),
  factor: z.number().min(1),
});
export type EngineSetting = z.output<typeof engineSetting>;

/**
 * The seed of ids and keys; null for random ones. Each start of a thread, and each change of the seed without a reset, increases
 * `generation`, so that no id is created twice.
 */
export const seedSetting = z.object({ seed: z.int().min(0).nullable(), generation: z.int().min(0) });
export type SeedSetting = z.output<typeof seedSetting>;

/** One setting of the lab. A setting without a row has its default. */
export const labSetting = z.discriminatedUnion('id', [
  z.object({ id: z.literal('clock'), setting: clockSetting }),
  z.object({ id: z.literal('latency'), setting: latencySetting }),
  z.object({ id: z.literal('engine'), setting: engineSetting }),
  z.object({ id: z.literal('seed'), setting: seedSetting }),
]);

/** The effect of a fault. */
export const faultEffect = z.union([
  z.strictObject({ errorCode: wireFailure.shape.code }),
  z.strictObject({ delaySeconds: z.number().min(0) }),
  z.strictObject({ disconnectAfterBytes: z.int().min(0) }),
  z.strictObject({ crashEngineAt: z.number().min(0).max(1) }),
  z.strictObject({ failRunWith: wireFailure.shape.code }),
]);

/** A rule that makes some calls or runs fail. A null in `match` matches everything. */
export const fault = z.object({
  id: z.string(),
  match: z.object({
    operation: z.string().nullable(),
    recipeId: z.string().nullable(),
    /** The public id of the key: `key_...`. */
    keyId: z.string().nullable(),
  }),
  effect: faultEffect,
  probability: z.number().min(0).max(1),
  /** The maximum number of applications; null for no limit. */
  times: z.int().positive().nullable(),
  /** The number of matches that are not affected. */
  skip: z.int().min(0),
  seed: z.int().min(0),
  matched: z.int().min(0),
  applied: z.int().min(0),
  createdAt: z.number(),
});
export type Fault = z.output<typeof fault>;

/** Headers and body of a request or a response in the log, without secrets. */
const loggedMessage = z.object({
  headers: z.array(z.tuple([z.string(), z.string()])),
  /** The beginning of the body; null if it has none, or if it was dropped to free memory. */
  body: z.object({ encoding: z.enum(['text', 'base64']), content: z.string(), isComplete: z.boolean() }).nullable(),
  sizeBytes: z.int().min(0),
});
export type LoggedMessage = z.output<typeof loggedMessage>;

/** One call in the log of requests. */
export const loggedRequest = z.object({
  id: z.string(),
  /** The position in the log; later calls have higher numbers. */
  number: z.int().min(0),
  operation: z.string().nullable(),
  method: z.string(),
  /** The path and the query. */
  path: z.string(),
  /** The public id of the key: `key_...`. */
  keyId: z.string().nullable(),
  status: z.int(),
  request: loggedMessage,
  response: loggedMessage,
  jobId: z.string().nullable(),
  faultId: z.string().nullable(),
  createdAt: z.number(),
  durationMs: z.number().min(0),
});
export type LoggedRequest = z.output<typeof loggedRequest>;

/** A named state of all rows and files. */
export const snapshot = z.object({
  /** The name. */
  id: z.string(),
  /** The stored file with the rows. */
  file: z.string(),
  /** The names of the stored files that the rows need. */
  files: z.array(z.string()),
  /** The number of rows of each table. */
  counts: z.record(z.string(), z.int().min(0)),
  sizeBytes: z.int().min(0),
  createdAt: z.number(),
});
export type Snapshot = z.output<typeof snapshot>;

/** An address that receives the events of jobs. */
export const webhook = z.object({
  id: z.string(),
  url: z.string(),
  /** The events that are sent. */
  events: z.array(z.string()),
  /** The key of the signatures. */
  secret: z.string(),
  /** The row id of the key that created it; null if a page did. */
  keyId: z.string().nullable(),
  isActive: z.boolean(),
  createdAt: z.number(),
});
export type Webhook = z.output<typeof webhook>;

/** One event for one webhook, with the attempts to send it. */
export const delivery = z.object({
  id: z.string(),
  webhookId: z.string(),
  event: z.string(),
  jobId: z.string().nullable(),
  /** The body that is sent, as JSON. */
  payload: z.string(),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.array(
    z.object({
      at: z.number(),
      /** The status of the response; null without one. */
      status: z.int().nullable(),
      error: z.string().nullable(),
      durationMs: z.number().min(0),
    }),
  ),
  /** The time of the next attempt; null without one. */
  nextAttemptAt: z.number().nullable(),
  createdAt: z.number(),
});
export type Delivery = z.output<typeof delivery>;
