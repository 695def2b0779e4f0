import { expect, it } from 'vitest';
import { readContent, catchFailure } from '../../../test/conformance/mcp.suite.ts';
import { connectClient } from '../../../test/support/mcp-clients.ts';
import { openNodeApi } from '../../../test/support/node-api.ts';
import { toErrorResult } from './tool-result.ts';

it.each([
  ['.', 'VALIDATION_FAILED'],
  ['..', 'VALIDATION_FAILED'],
  ['../materials', 'JOB_NOT_FOUND'],
  ['half of a pair \ud83d', 'JOB_NOT_FOUND'],
])('the id "%s" reaches no other path', async (envelopeId, errorCode) => {
  const { api } = await openNodeApi();
  const client = await connectClient(api);
  for (const name of ['get_job', 'cancel_job', 'wait_for_job']) {
    expect(catchFailure(await client.call(name, { envelopeId }))).toMatchObject({ errorCode });
  }
});

it('accepts a waiting time that is not a whole number of milliseconds', async () => {
  const { api, client: http } = await openNodeApi();
  const client = await connectClient(api);
  const material = await http.upload();
  const run = await client.call('run_recipe', { recipeId: 'remove-background', input: { material } });
  const { id } = readContent<{ id: string }>(run);
  const waited = await client.call('wait_for_job', { envelopeId: id, timeoutSeconds: 1.0005 });
  expect(readContent(waited)).toMatchObject({ id });
});

it('names tools instead of calls in advice', async () => {
  const { api } = await openNodeApi();
  const client = await connectClient(api);
  const getMessage = async (name: string, given: object) =>
    (catchFailure(await client.call(name, { ...given })) as { message: string }).message;
  expect(await getMessage('get_job', { envelopeId: 'job_x' })).toBe('No job has this id; list_jobs lists yours.');
  expect(await getMessage('get_upload', { ticket: 'tkt_x' })).toContain('create_upload creates one.');
  expect(await getMessage('run_recipe', { recipeId: 'tighten', input: {} })).toBe(
    'material: is missing; expected string',
  );
});

it("does not name a tool for a call whose path only begins like the tool's path", () => {
  const message =
    'POST /v1/uploads/tkt_1/file fills it, GET /v1/jobs-of-others is none, and POST /v1/uploads: makes one.';
  const { content } = toErrorResult({ success: false, errorCode: 'TICKET_NOT_FOUND', message, retryable: false });
  expect(JSON.stringify(content)).toContain(
    'POST /v1/uploads/tkt_1/file fills it, GET /v1/jobs-of-others is none, and create_upload: makes one.',
  );
});

it.each([
  [
    'list_jobs',
    { cursor: 'x' },
    'cursor: is not a cursor of this list; use nextCursor of the tool, or the Link header of the previous page',
  ],
  ['run_recipe', { recipeId: 'tighten', input: 5 }, 'input: Invalid input: expected object, received number'],
  ['estimate', { recipeId: 'tighten', durationSeconds: 'long' }, 'durationSeconds: Invalid input: expected number'],
  ['get_canvas', { canvasId: 'cnv_x' }, 'No canvas has this id; read the canvas id from a completed job.'],
])('%s reports how to correct a mistake', async (name, given, message) => {
  const { api } = await openNodeApi();
  const client = await connectClient(api);
  expect(catchFailure(await client.call(name, given))).toMatchObject({ message });
});
