import * as z from 'zod';
import { defineOperation, scopes } from '#core/protocol/operation.ts';
import { account } from '#core/model/records.ts';
import { recipeIds } from '#recipes/catalog.ts';
import { labTool } from './lab-tool.ts';
import { getRoute } from './routes.ts';

/** Fields of the operations that control the local sandbox. Only pages of this site can call them, without an API key. */
export const sandboxCall = {
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
    spentCredits: z.number().describe('Credits paid for results.'),
    reservedCredits: z
      .number()
      .describe(
        'Credits of runs that have not ended. They count toward the spend cap, and are released if the run fails.',
      ),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable().describe('Accurate to the minute.'),
    revokedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ApiKey' });

export const createKey = defineOperation({
  ...sandboxCall,
  summary: 'Create an API key; the key is shown only once',
  ...getRoute('createKey'),
  body: z.strictObject({
    name: z.string().trim().min(1).max(100).default('API key'),
    scopes: z
      .array(z.enum(scopes))
      .min(1)
      .default([...scopes])
      .describe('Default: the preset "skills", which has all scopes.'),
    recipes: z
      .array(z.enum(recipeIds))
      .nullable()
      .default(null)
      .describe('The recipes that the key may run; null for all.'),
    spendCapCredits: z
      .int()
      .min(0)
      .nullable()
      .default(null)
      .describe('The maximum of spent plus reserved credits; null for no cap.'),
  }),
  output: keyView.extend({ apiKey: z.string() }),
  failures: [],
});

export const listKeys = defineOperation({
  ...sandboxCall,
  summary: 'List the API keys',
  ...getRoute('listKeys'),
  body: null,
  output: z.array(keyView),
  failures: [],
});

export const revokeKey = defineOperation({
  ...sandboxCall,
  summary: 'Revoke an API key',
  ...getRoute('revokeKey'),
  params: z.strictObject({ keyId: z.string().min(1).max(200) }),
  body: null,
  output: keyView,
  failures: ['NOT_FOUND'],
});

export const createSession = defineOperation({
  ...sandboxCall,
  summary: 'Create a session key for the workspace; the key expires and is not listed',
  description: '`isFirst` is true if no API key was ever created here. The workspace then creates and shows one.',
  ...getRoute('createSession'),
  body: z.strictObject({}),
  output: z.object({ apiKey: z.string(), expiresInSec: z.number(), isFirst: z.boolean() }),
  failures: [],
});

export const listOutsideRequests = defineOperation({
  ...sandboxCall,
  summary: 'List requests to other hosts, newest first; normally empty',
  description:
    'Only the service worker can reach other hosts, and only for a requested URL, model or webhook. Only webhooks have a body, with the id and the status of a job.',
  ...getRoute('listOutsideRequests'),
  body: null,
  output: z.array(
    z.object({
      id: z.string(),
      method: z.string(),
      address: z.string().describe('The URL without its query.'),
      status: z.number().nullable().describe('null until the response arrives; 0 if the browser hides the status.'),
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
  ...sandboxCall,
  summary: 'Read the account, its caps and the storage in use',
  ...getRoute('getAccount'),
  body: null,
  output: accountView,
  failures: [],
});

export const setCredits = defineOperation({
  ...sandboxCall,
  summary: 'Set the balance',
  ...getRoute('setCredits'),
  body: z.strictObject({ credits: z.int().min(0).max(1_000_000) }),
  output: accountView,
  failures: [],
  tool: labTool('set_credits', 'Set the balance', 'Sets the credits of the account; 0 blocks runs.', 'set', {
    credits: 0,
  }),
  example: { credits: 100 },
});

export const setPlan = defineOperation({
  ...sandboxCall,
  summary: 'Set the plan; "free" puts a watermark on results',
  ...getRoute('setPlan'),
  body: z.strictObject({ plan: account.shape.plan }),
  output: accountView,
  failures: [],
  tool: labTool('set_plan', 'Set the plan', 'Sets the plan; "free" puts a watermark on results.', 'set', {
    plan: 'free',
  }),
  example: { plan: 'free' },
});

const caps = account.shape.caps.shape;

export const setCaps = defineOperation({
  ...sandboxCall,
  summary: 'Set limits of the sandbox; null removes a limit',
  ...getRoute('setCaps'),
  body: z.strictObject({
    maxFileBytes: caps.maxFileBytes.exactOptional(),
    maxStorageBytes: caps.maxStorageBytes.exactOptional(),
    requestsPerMinute: caps.requestsPerMinute.exactOptional(),
    ticketSeconds: caps.ticketSeconds.exactOptional(),
  }),
  output: accountView,
  failures: [],
  tool: labTool(
    'set_caps',
    'Set limits',
    'Sets limits of files, storage, requests and tickets; null removes a limit.',
    'set',
    {
      requestsPerMinute: 10,
    },
  ),
  example: { requestsPerMinute: 60, ticketSeconds: 5 },
});

/** The name of a snapshot, which is a segment of a path. */
export const snapshotName = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]{0,63}$/, 'use 1 to 64 letters, digits, ".", "_" or "-", with a letter or digit first');

export const reset = defineOperation({
  ...sandboxCall,
  summary: 'Delete everything: keys, jobs, materials, results, snapshots',
  description: 'With `snapshot`, the state is replaced by that snapshot instead, and snapshots stay.',
  ...getRoute('reset'),
  body: z.strictObject({ snapshot: snapshotName.exactOptional() }),
  output: z.object({ reset: z.literal(true) }),
  failures: ['IN_FLIGHT', 'NOT_FOUND'],
});
