import { expect, it } from 'vitest';
import { contentOf, failureOf } from '../../../test/conformance/mcp.suite.ts';
import { connectClient } from '../../../test/support/mcp-clients.ts';
import { openNodeApi } from '../../../test/support/node-api.ts';

it.each([
  ['.', 'VALIDATION_FAILED'],
  ['..', 'VALIDATION_FAILED'],
  ['../materials', 'JOB_NOT_FOUND'],
  ['half of a pair \ud83d', 'JOB_NOT_FOUND'],
])('an id "%s" is looked for nowhere else', async (envelopeId, errorCode) => {
  const { api } = await openNodeApi();
  const client = await connectClient(api);
  for (const name of ['get_job', 'cancel_job', 'wait_for_job']) {
    expect(failureOf(await client.call(name, { envelopeId }))).toMatchObject({ errorCode });
  }
});

it('waits for a time that is no whole number of milliseconds', async () => {
  const { api, client: http } = await openNodeApi();
  const client = await connectClient(api);
  const material = await http.upload();
  const run = await client.call('run_recipe', { recipeId: 'remove-background', input: { material } });
  const { id } = contentOf<{ id: string }>(run);
  const waited = await client.call('wait_for_job', { envelopeId: id, timeoutSeconds: 1.0005 });
  expect(contentOf(waited)).toMatchObject({ id });
});

it('says what to do by the names of tools', async () => {
  const { api } = await openNodeApi();
  const client = await connectClient(api);
  const messageOf = async (name: string, given: object) =>
    (failureOf(await client.call(name, { ...given })) as { message: string }).message;
  expect(await messageOf('get_job', { envelopeId: 'job_x' })).toBe('No job has this id; list_jobs lists yours.');
  expect(await messageOf('get_upload', { ticket: 'tkt_x' })).toContain('create_upload makes one.');
  expect(await messageOf('run_recipe', { recipeId: 'tighten', input: {} })).toBe(
    'material: is missing; expected string',
  );
});
