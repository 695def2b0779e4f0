import * as z from 'zod';
import { defineOperation, scopes } from '#core/protocol/operation.ts';
import { account } from '#core/model/records.ts';
import { recipeIds } from '#recipes/catalog.ts';
import { routeOf } from './routes.ts';

/** Control of the local world: only for pages of this site, with no API key. */
const common = {
  tag: 'Sandbox',
  access: { kind: 'page' },
  params: z.strictObject({}),
  query: z.strictObject({}),
  reply: 'envelope',
  isExtension: true,
} as const;

const keyView = z
  .object({
    id: z.string(),
    name: z.string(),
    hint: z.string(),
    scopes: z.array(z.enum(scopes)),
    recipes: z.array(z.string()).nullable(),
    spendCapCredits: z.number().nullable(),
    spentCredits: z.number().describe('Paid for results.'),
    reservedCredits: z
      .number()
      .describe(
        'Of runs that have not ended. The cap counts them with what is spent; of a run that fails they come back.',
      ),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable().describe('To the minute.'),
    revokedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ApiKey' });

export const createKey = defineOperation({
  ...common,
  summary: 'Make an API key; it is shown this once',
  ...routeOf('createKey'),
  body: z.strictObject({
    name: z.string().trim().min(1).max(100).default('API key'),
    scopes: z
      .array(z.enum(scopes))
      .min(1)
      .default([...scopes])
      .describe('Default: the preset "skills", which has them all.'),
    recipes: z.array(z.enum(recipeIds)).nullable().default(null).describe('The recipes it may run; null for all.'),
    spendCapCredits: z
      .int()
      .min(0)
      .nullable()
      .default(null)
      .describe('The most that its runs may have spent and reserved together; null for no cap.'),
  }),
  output: keyView.extend({ apiKey: z.string() }),
  failures: [],
});

export const listKeys = defineOperation({
  ...common,
  summary: 'List the API keys',
  ...routeOf('listKeys'),
  body: null,
  output: z.array(keyView),
  failures: [],
});

export const revokeKey = defineOperation({
  ...common,
  summary: 'Revoke an API key',
  ...routeOf('revokeKey'),
  params: z.strictObject({ keyId: z.string().min(1).max(200) }),
  body: null,
  output: keyView,
  failures: ['NOT_FOUND'],
});

export const createSession = defineOperation({
  ...common,
  summary: 'A key for a page of the workspace; it ends by itself and is not listed',
  description: '`isFirst` says that no API key was ever made here: the workspace then makes one and shows it.',
  ...routeOf('createSession'),
  body: z.strictObject({}),
  output: z.object({ apiKey: z.string(), expiresInSec: z.number(), isFirst: z.boolean() }),
  failures: [],
});

export const listOutsideRequests = defineOperation({
  ...common,
  summary: 'List what was fetched from other hosts, newest first: normally nothing',
  description:
    'Only the service worker can reach other hosts, only for an address or a model that somebody asked for, and no request carries a body.',
  ...routeOf('listOutsideRequests'),
  body: null,
  output: z.array(
    z.object({
      id: z.string(),
      method: z.string(),
      address: z.string().describe('Without its query.'),
      status: z.number().nullable().describe('null while no answer has come; 0 where the browser hides it.'),
      receivedBytes: z.number(),
      createdAt: z.iso.datetime(),
    }),
  ),
  failures: [],
});

const accountView = z
  .object({
    projectName: z.string(),
    plan: account.shape.plan,
    creditsRemaining: z.number(),
    creditsReserved: z.number(),
    caps: account.shape.caps,
    storage: z.object({
      usedBytes: z.number(),
      quotaBytes: z.number(),
      files: z.number(),
      byKind: z.object({ materials: z.number(), results: z.number(), models: z.number() }).describe('In bytes.'),
    }),
  })
  .meta({ id: 'SandboxAccount' });

export const getAccount = defineOperation({
  ...common,
  summary: 'Read the account, its caps and the storage in use',
  ...routeOf('getAccount'),
  body: null,
  output: accountView,
  failures: [],
});

export const setCredits = defineOperation({
  ...common,
  summary: 'Set the balance',
  ...routeOf('setCredits'),
  body: z.strictObject({ credits: z.int().min(0).max(1_000_000) }),
  output: accountView,
  failures: [],
});

export const setPlan = defineOperation({
  ...common,
  summary: 'Set the plan; "free" puts a watermark on results',
  ...routeOf('setPlan'),
  body: z.strictObject({ plan: account.shape.plan }),
  output: accountView,
  failures: [],
});

const caps = account.shape.caps.shape;

export const setCaps = defineOperation({
  ...common,
  summary: 'Set limits of the local world; null takes one away',
  ...routeOf('setCaps'),
  body: z.strictObject({
    maxFileBytes: caps.maxFileBytes.exactOptional(),
    maxStorageBytes: caps.maxStorageBytes.exactOptional(),
    requestsPerMinute: caps.requestsPerMinute.exactOptional(),
    ticketSeconds: caps.ticketSeconds.exactOptional(),
  }),
  output: accountView,
  failures: [],
});

export const reset = defineOperation({
  ...common,
  summary: 'Delete everything: keys, jobs, materials, results',
  ...routeOf('reset'),
  body: z.strictObject({}),
  output: z.object({ reset: z.literal(true) }),
  failures: ['IN_FLIGHT'],
});
