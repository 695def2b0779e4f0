import * as z from 'zod';
import { defineOperation } from '#core/protocol/operation.ts';
import { loggedRequest } from '#core/model/lab-rows.ts';
import { getRoute } from './routes.ts';
import { labTool } from './lab-tool.ts';
import { sandboxCall } from './sandbox.ts';

const params = z.strictObject({ requestId: z.string().min(1).max(200) });

const requestView = loggedRequest
  .omit({ number: true })
  .extend({
    id: z.string(),
    path: z.string().describe('The path and the query.'),
    keyId: z.string().nullable().describe('The public id of the API key.'),
    createdAt: z.iso.datetime(),
    durationMs: z.number().describe('The time until the response began.'),
  })
  .meta({ id: 'LoggedRequest' });

export const listRequests = defineOperation({
  ...sandboxCall,
  summary: 'List the last 1,000 calls, newest first',
  description:
    'Secrets are shortened, and bodies are cut at 64 kB. Calls of this log and of `GET /sandbox/v1/lab` are not listed. With `format=har`, all calls that match are returned as an HTTP Archive 1.2 instead of the envelope.',
  ...getRoute('listRequests'),
  query: z.strictObject({
    operation: z.string().max(100).optional(),
    status: z.coerce.number().int().optional(),
    keyId: z.string().max(100).optional(),
    since: z.iso.datetime().optional(),
    until: z.iso.datetime().optional(),
    format: z.enum(['json', 'har']).default('json'),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    cursor: z.string().max(200).optional().describe('From the Link header (rel="next") of the previous page.'),
  }),
  body: null,
  output: z.array(requestView),
  failures: ['VALIDATION_FAILED'],
  tool: labTool(
    'list_requests',
    'List calls',
    'Lists the last calls of the API with headers and bodies, newest first.',
    'read',
    { status: 429, limit: 5 },
    'requests',
  ),
});

export const getRequest = defineOperation({
  ...sandboxCall,
  summary: 'Read a call of the log',
  ...getRoute('getRequest'),
  params,
  body: null,
  output: requestView,
  failures: ['NOT_FOUND'],
});

export const replayRequest = defineOperation({
  ...sandboxCall,
  summary: 'Send a call of the log again, with the same API key',
  description:
    'Returns the new call of the log. Calls with an incomplete body, or with a secret in their path or body, cannot be sent again.',
  ...getRoute('replayRequest'),
  params,
  body: z.strictObject({}),
  output: requestView,
  failures: ['NOT_FOUND', 'VALIDATION_FAILED'],
  tool: labTool(
    'replay_request',
    'Send a call again',
    'Sends a call of the log again with the same API key, and returns the new call.',
    'add',
    { requestId: 'log_1' },
  ),
});

export const deleteRequests = defineOperation({
  ...sandboxCall,
  summary: 'Empty the log',
  ...getRoute('deleteRequests'),
  body: null,
  output: z.object({ deleted: z.int() }),
  failures: [],
});
