import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { createDeferred } from '#core/lib/deferred.ts';
import { version } from '../../package.json' with { type: 'json' };
import { readContent, catchFailure } from '../conformance/mcp.suite.ts';
import { listenFor } from '../support/http-api.ts';
import { openNodeApi } from '../support/node-api.ts';
import { openRelay, relayClients } from '../support/relay-clients.ts';
import { callUpstream } from '../../src/bridge/mcp/upstream.ts';

async function makeFile(content: Uint8Array | string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'offcut-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'clip.mp4');
  await writeFile(path, content);
  return path;
}

test.each(['2026-07-28', '2025-11-25'] as const)('uses files of this computer for a client of %s', async (era) => {
  const { api } = await openNodeApi();
  const client = await relayClients[era](await openRelay(api));
  expect(client.instructions).toContain('upload_file');
  expect(await client.names()).toEqual(expect.arrayContaining(['run_recipe', 'upload_file']));
  expect(readContent(await client.call('get_account'))).toMatchObject({ creditsRemaining: 500 });

  const path = await makeFile(api.fixtures.video);
  const { material } = readContent<{ material: string }>(await client.call('upload_file', { path }));
  const input = { material };
  const { id } = readContent<{ id: string }>(await client.call('run_recipe', { recipeId: 'remove-background', input }));
  const done = await client.call('wait_for_job', { envelopeId: id });
  expect(readContent(done)).toMatchObject({ status: 'completed', material });
  expect(done.content.at(-1)).toMatchObject({ type: 'resource_link', mimeType: 'video/webm' });

  expect(catchFailure(await client.call('upload_file', { path: `${path}.none` }))).toMatchObject({
    errorCode: 'NOT_FOUND',
    message: `The file ${path}.none does not exist.`,
  });
  const text = await makeFile('no video');
  expect(catchFailure(await client.call('upload_file', { path: text }))).toMatchObject({
    errorCode: 'UNSUPPORTED_MEDIA',
  });
  expect(catchFailure(await client.call('upload_file', {}))).toMatchObject({ errorCode: 'VALIDATION_FAILED' });
  expect(catchFailure(await client.call('get_job', { envelopeId: 'none' }))).toMatchObject({
    errorCode: 'JOB_NOT_FOUND',
  });
  await expect(client.call('no_such_tool')).rejects.toMatchObject({ code: -32602 });
});

test('returns an invalid key as a failure of the tool', async () => {
  const { api, client: http } = await openNodeApi();
  const client = await relayClients['2025-11-25'](await openRelay(api));
  await http.sandbox('POST', '/reset', {});
  expect(catchFailure(await client.call('get_account'))).toMatchObject({ success: false, errorCode: 'UNAUTHORIZED' });
});

test('returns a refused upload with the details of the API', async () => {
  const { api, client: http } = await openNodeApi();
  const client = await relayClients['2026-07-28'](await openRelay(api));
  await http.sandbox('PUT', '/caps', { requestsPerMinute: 1 });
  readContent(await client.call('get_account'));
  const refused = await client.call('upload_file', { path: await makeFile(api.fixtures.video) });
  expect(catchFailure(refused)).toMatchObject({ errorCode: 'RATE_LIMITED', details: { requestsPerMinute: 1 } });
});

test.each(['2026-07-28', '2025-11-25'] as const)('greets a client of %s while the server starts', async (era) => {
  const { api } = await openNodeApi();
  const { promise: starting, resolve: begin } = createDeferred();
  const client = await relayClients[era](await openRelay(api, { starting, waitMs: 100 }));
  expect(client.instructions).toContain('upload_file');
  expect(catchFailure(await client.call('get_account'))).toMatchObject({
    errorCode: 'ENGINE_UNAVAILABLE',
    retryable: true,
    message: expect.stringContaining('still building or starting'),
  });
  const names = client.names();
  begin();
  expect(await names).toContain('upload_file');
  expect(readContent(await client.call('get_account'))).toMatchObject({ creditsRemaining: 500 });
});

test('describes the connector like the connector itself', async () => {
  const { api } = await openNodeApi();
  const answer = await callUpstream(
    { ...api, baseUrl: await listenFor(api) },
    { ...listTools, method: 'server/discover' },
  );
  const near = await openRelay(api);
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(near);
  onTestFinished(() => client.close());
  const { result } = answer as { result: { instructions: string; capabilities: object } };
  expect(client.getServerVersion()).toMatchObject({ name: 'offcut', version });
  expect(client.getServerCapabilities()).toEqual(result.capabilities);
  expect(client.getInstructions()).toContain(result.instructions);
});

const listTools = {
  method: 'tools/list',
  params: {},
  capabilities: {},
  signal: new AbortController().signal,
  onNotification: async () => undefined,
};

test('reports a server that has stopped', async () => {
  const target = { baseUrl: 'http://127.0.0.1:1', apiKey: 'vk_1' };
  await expect(callUpstream(target, listTools)).rejects.toMatchObject({
    code: 'ENGINE_UNAVAILABLE',
    message: expect.stringContaining('No server responds at http://127.0.0.1:1'),
  });
});

test('reports a server that stops in the middle of a response', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(': it begins\n\n', () => response.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const target = { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'vk_1' };
  await expect(callUpstream(target, listTools)).rejects.toMatchObject({
    code: 'ENGINE_UNAVAILABLE',
    message: 'The response was cut off. Repeat the call.',
  });
});
