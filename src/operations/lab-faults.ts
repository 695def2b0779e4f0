import * as z from 'zod';
import { failureCodes } from '#core/lib/failure.ts';
import { defineOperation } from '#core/protocol/operation.ts';
import { fault } from '#core/model/lab-rows.ts';
import { getRoute } from './routes.ts';
import { labTool } from './lab-tool.ts';
import { sandboxCall } from './sandbox.ts';

const { probability, times, skip, seed } = fault.shape;

const effect = z
  .union([
    z.strictObject({ errorCode: z.enum(failureCodes).describe('The call fails with this error, before its work.') }),
    z.strictObject({ delaySeconds: z.number().min(0).max(3600).describe('The call waits, in time of the lab.') }),
    z.strictObject({
      disconnectAfterBytes: z.int().min(0).describe('The connection breaks after so much of the response body.'),
    }),
    z.strictObject({
      crashEngineAt: z
        .number()
        .min(0)
        .max(1)
        .describe(
          'The workers of a run die at this progress. The run resumes from its checkpoint, or fails with ENGINE_LOST after two losses at the same frame.',
        ),
    }),
    z.strictObject({ failRunWith: z.enum(failureCodes).describe('The run fails with this error.') }),
  ])
  .describe('The first three concern calls, the last two the runs of the engine.');

const match = z.strictObject({
  operation: z.string().exactOptional().describe('The name of an operation, such as `getMe` or `run:tighten`.'),
  recipeId: z.string().exactOptional(),
  keyId: z.string().exactOptional().describe('The public id of an API key.'),
});

const faultView = z
  .object({
    id: z.string(),
    match,
    effect,
    probability,
    times,
    skip,
    seed,
    matched: z.int().describe('The number of calls or runs that matched.'),
    applied: z.int().describe('The number of calls or runs that were affected.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'LabFault' });

export const listFaults = defineOperation({
  ...sandboxCall,
  summary: 'List the rules that make calls and runs fail, oldest first',
  ...getRoute('listFaults'),
  body: null,
  output: z.array(faultView),
  failures: [],
  tool: labTool(
    'list_faults',
    'List faults',
    'Lists the rules that make calls and runs fail.',
    'read',
    undefined,
    'faults',
  ),
});

export const addFault = defineOperation({
  ...sandboxCall,
  summary: 'Add a rule that makes calls or runs fail',
  description:
    'A field of `match` that is absent matches everything. Calls of the sandbox never match. Affected responses have the header `X-Offcut-Fault` with the ids of the rules. Effects of calls take place after the API key was checked.',
  ...getRoute('addFault'),
  body: z.strictObject({
    match: match.default({}),
    effect,
    probability: probability.default(1),
    times: times.default(null).describe('The maximum number of affected calls or runs; null for no limit.'),
    skip: skip.default(0).describe('The number of matches before the first affected one.'),
    seed: seed.default(0).describe('The seed of `probability`: the same seed affects the same matches.'),
  }),
  output: faultView,
  example: { match: { operation: 'getMe' }, effect: { errorCode: 'RATE_LIMITED' }, times: 1 },
  failures: [],
  tool: labTool(
    'add_fault',
    'Add a fault',
    'Adds a rule that makes calls or runs fail: an error, a delay, a broken connection, a crash of the engine or a failed run.',
    'add',
    { effect: { errorCode: 'RATE_LIMITED' }, times: 1 },
  ),
});

export const deleteFaults = defineOperation({
  ...sandboxCall,
  summary: 'Delete all rules',
  ...getRoute('deleteFaults'),
  body: null,
  output: z.object({ deleted: z.int() }),
  failures: [],
  tool: labTool('delete_faults', 'Delete all faults', 'Deletes all rules that make calls and runs fail.', 'set'),
});

export const deleteFault = defineOperation({
  ...sandboxCall,
  summary: 'Delete a rule',
  ...getRoute('deleteFault'),
  params: z.strictObject({ faultId: z.string().min(1).max(200) }),
  body: null,
  output: z.object({ id: z.string(), deleted: z.literal(true) }),
  failures: ['NOT_FOUND'],
  tool: labTool('delete_fault', 'Delete a fault', 'Deletes a rule that makes calls or runs fail.', 'set', {
    faultId: 'flt_1',
  }),
});
