import { expect, it } from 'vitest';
import { readContent, catchFailure } from '../../../test/conformance/mcp.suite.ts';
import { connectClient, type ToolAnswer } from '../../../test/support/mcp-clients.ts';
import { openNodeApi } from '../../../test/support/node-api.ts';

type Rpc = { result?: ToolAnswer & { tools?: object[] }; error?: object };

/** Sends messages that no official client would send. */
async function openRaw() {
  const { api, client } = await openNodeApi();
  const fetchRaw = (init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }, path = 'api/mcp') =>
    api.fetch(`${api.baseUrl}${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${api.apiKey}`, 'Content-Type': 'application/json', ...init.headers },
    });
  const post = (method: string, params: unknown, headers: Record<string, string> = {}, path?: string) =>
    fetchRaw({ method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) }, path);
  const call = async (name: string, given: unknown) => {
    const response = await post('tools/call', { name, arguments: given });
    return ((await response.json()) as Rpc).result ?? { content: [] };
  };
  return { client, fetchRaw, post, call };
}

it.each([undefined, '*/*', 'application/json', 'application/json, */*'])('Accept %s receives JSON', async (accept) => {
  const { post } = await openRaw();
  for (const path of ['api/mcp', 'api/mcp/']) {
    const response = await post(
      'tools/list',
      { cursor: null, _meta: null },
      accept === undefined ? {} : { Accept: accept },
      path,
    );
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toContain('application/json');
    expect(((await response.json()) as Rpc).result?.tools?.length).toBeGreaterThan(10);
  }
});

it('GET without a session receives 405 with Allow', async () => {
  const { fetchRaw } = await openRaw();
  for (const path of ['api/mcp', 'api/mcp/']) {
    const response = await fetchRaw({ method: 'GET' }, path);
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST']);
  }
});

it('arguments may be null, a string, or omitted', async () => {
  const { call } = await openRaw();
  for (const given of [null, undefined, '', '{}', {}]) {
    expect(readContent(await call('get_account', given))).toMatchObject({ plan: expect.any(String) as string });
  }
  expect(readContent(await call('list_jobs', '{"limit":"5","cursor":null}'))).toMatchObject({ jobs: [] });
});

it('objects as strings, numbers as strings, and nulls are accepted', async () => {
  const { client, call } = await openRaw();
  const material = await client.upload();
  const input = JSON.stringify({ material, smoothing: '5', model: null });
  const run = readContent<{ id: string }>(await call('run_recipe', { recipeId: 'remove-background', input }));
  const waited = await call('wait_for_job', { envelopeId: run.id, timeoutSeconds: '40', taskId: undefined });
  const { canvasId, input: used } = readContent<{ canvasId: string; input: object }>(waited);
  expect(used).toMatchObject({ smoothing: 5 });
  const { revision } = readContent<{ revision: number }>(await call('get_canvas', { canvasId }));
  const edits = JSON.stringify([JSON.stringify({ type: 'set-canvas', title: '5' })]);
  const edited = readContent(await call('edit_canvas', { canvasId, revision: String(revision), edits }));
  expect(edited).toMatchObject({ document: { title: '5' } });
  const exported = await call('export_canvas', { canvasId, format: 'png', width: null, span: null });
  expect(readContent(exported)).toMatchObject({ recipeId: 'export' });
});

it('ambiguous arguments fail with their path, and the HTTP API stays strict', async () => {
  const { client, call } = await openRaw();
  const details = async (name: string, given: object) => catchFailure(await call(name, given))['details'];
  expect(await details('wait_for_job', { envelopeId: 'x', timeoutSeconds: '5 s' })).toMatchObject([
    { path: 'timeoutSeconds' },
  ]);
  expect(await details('wait_for_job', { envelopeId: null })).toMatchObject([{ path: 'envelopeId' }]);
  expect(await details('edit_canvas', { canvasId: 'x', revision: '0x1', edits: '{}' })).toMatchObject([
    { path: 'revision' },
    { path: 'edits' },
  ]);
  const strict = await client.call('POST', '/v1/run/remove-background', { body: { material: 'x', smoothing: '5' } });
  expect(strict.body).toMatchObject({ errorCode: 'VALIDATION_FAILED', details: [{ path: 'smoothing' }] });
});

it('the official client receives the same', async () => {
  const { api } = await openNodeApi();
  const client = await connectClient(api);
  expect(readContent(await client.call('list_jobs', { limit: '2', cursor: null, status: null }))).toMatchObject({
    jobs: [],
  });
});
