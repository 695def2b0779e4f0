import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ContractTarget } from '#conformance/contract.suite.ts';
import { readContent, mcpSuite } from '#test/conformance/mcp.suite.ts';
import { getBuild, getTestFolder } from '#test/support/build-server.ts';
import { startKeyProxy } from '#test/support/key-proxy.ts';
import { connectClient, connectOldClient } from '#test/support/mcp-clients.ts';
import { findNode, runConformance } from '#test/support/mcp-conformance.ts';
import { killServiceWorker, shareProduct, type Product } from '#test/support/product.ts';
import { shippedWeights } from '#test/support/shipped-model.ts';

const root = join(import.meta.dirname, '../../..');
const sample = (name: string): string => join(root, 'test/fixtures/sample', name);
const getBytes = async (name: string): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await readFile(sample(name)));

let product: Product;
let target: ContractTarget;

beforeAll(async () => {
  product = await shareProduct({ distDir: await getBuild('mcp') });
  target = {
    baseUrl: `${product.baseUrl}/`,
    fetch: (url, init) => fetch(url, init),
    sandboxFetch: (url, init) => fetch(url, init),
    apiKey: product.apiKey,
    fixtures: {
      video: await getBytes('short.mp4'),
      otherVideo: await getBytes('empty.mp4'),
      model: await shippedWeights(144),
    },
    script: null,
    close: () => product.close(),
  };
});

afterAll(() => product.close());

mcpSuite('the service worker behind the local server', () => target);

test('asks the user for a review and sends small images of the proposal', async () => {
  const material = await product.upload(sample('short.mp4'));
  const run = (cutSeconds: number) => ({ recipeId: 'cut-beginning', input: { material, cutSeconds } });
  const asking = await connectClient(target, () => ({ action: 'accept', content: { decision: 'approve' } }));
  const asked = readContent<{ id: string }>(await asking.call('run_recipe', run(1)));
  const done = await asking.call('wait_for_job', { envelopeId: asked.id, timeoutSeconds: 50 });
  expect(readContent(done)).toMatchObject({ status: 'completed' });
  expect(done.content.at(-1)).toMatchObject({ type: 'resource_link', mimeType: 'video/mp4' });
  const silent = await connectClient(target);
  const { id } = readContent<{ id: string }>(await silent.call('run_recipe', run(2)));
  const waiting = await silent.call('wait_for_job', { envelopeId: id, timeoutSeconds: 50 });
  expect(readContent(waiting)).toMatchObject({ status: 'awaiting_review', proposal: { afterSeconds: 8 } });
  expect(waiting.content[1]).toMatchObject({ type: 'image', mimeType: 'image/jpeg' });
});

test('runs a shipped recipe from clients of both protocol eras, returns its proposal, and delivers the result with its other files', async () => {
  type Proposed = { id: string; status: string; updatedAt: string; proposal: { cuts: { isAccepted: boolean }[] } };
  const material = await product.upload(join(root, 'public/sample/talk.mp4'));
  const run = (joins: string) => ({ recipeId: 'tighten', input: { material, joins } });
  const waitFor = async (client: Awaited<ReturnType<typeof connectClient>>, envelopeId: string) => {
    for (;;) {
      const answer = await client.call('wait_for_job', { envelopeId, timeoutSeconds: 50 });
      if (!['queued', 'running'].includes(readContent<Proposed>(answer).status)) {
        return answer;
      }
    }
  };
  const expectFiles = ({ content }: Awaited<ReturnType<typeof waitFor>>) => {
    const names = content.flatMap(({ type, name = '' }) =>
      type === 'resource_link' ? [name.replace(/.*\./, '')] : [],
    );
    expect(names.toSorted()).toEqual(['csv', 'edl', 'fcpxml', 'mp4', 'otio']);
  };

  const asking = await connectClient(target, (message) => {
    expect(message).toContain('Tighten proposes: {"cuts":[{');
    return { action: 'accept', content: { decision: 'approve' } };
  });
  const asked = readContent<Proposed>(await asking.call('run_recipe', run('dissolve')));
  const made = await waitFor(asking, asked.id);
  expect(readContent(made)).toMatchObject({ status: 'completed' });
  expectFiles(made);

  const old = await connectOldClient(target);
  const { id } = readContent<Proposed>(await old.call('run_recipe', run('punch-in')));
  const waiting = await waitFor(old, id);
  const { status, proposal, updatedAt } = readContent<Proposed>(waiting);
  expect(status).toBe('awaiting_review');
  expect(waiting.content.filter(({ type }) => type === 'image').length).toBeGreaterThan(1);
  expect(waiting.content.at(-1)?.text).toContain(`Then call review_job with {"envelopeId":"${id}"`);
  const cuts = proposal.cuts.map((cut, index) => ({ ...cut, isAccepted: index !== 0 }));
  const decided = { envelopeId: id, decision: 'approve', proposal: { ...proposal, cuts }, updatedAt };
  readContent(await old.call('review_job', decided));
  const done = await waitFor(old, id);
  expect(readContent(done)).toMatchObject({ status: 'completed' });
  expectFiles(done);
  const list = await fetch(done.content.find(({ name }) => name?.endsWith('.csv'))?.uri ?? '');
  expect(await list.text()).toMatch(/^cut-1,.*,no\r?$/m);
});

test('starts the relay as a program of the host and uses a file of this computer', async () => {
  const client = new Client({ name: 'offcut tests', version: '1.0.0' });
  const line = new StdioClientTransport({
    command: process.execPath,
    args: [join(root, 'src/bridge/bootstrap.mjs'), 'mcp', '--url', product.baseUrl],
    env: { ...process.env, OFFCUT_API_KEY: product.apiKey },
    stderr: 'inherit',
  });
  await client.connect(line);
  onTestFinished(() => client.close());
  const uploaded = await client.callTool({ name: 'upload_file', arguments: { path: sample('short.mp4') } });
  expect(uploaded.structuredContent).toMatchObject({ material: expect.stringMatching(/^mat_/) });
  await killServiceWorker(product.context, product.page);
  const { structuredContent } = await client.callTool({ name: 'list_materials', arguments: {} });
  expect(structuredContent).toMatchObject({
    materials: expect.arrayContaining([expect.objectContaining(uploaded.structuredContent ?? {})]),
  });
});

/**
 * Checks of the old protocol revision that need a session: a server that sends requests has to know where to send them.
 */
const needsSession = [
  'tools-call-sampling',
  'tools-call-elicitation',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  'server-sse-multiple-streams',
];

describe('the public conformance suite', { tags: ['long'] }, () => {
  test.each([
    { path: 'conformance', what: ['--requirements', '2026-07-28'], notApplicable: [] },
    { path: 'conformance', what: ['--requirements', '2025-11-25'], notApplicable: needsSession },
    ...['tools-list', 'http-header-validation', 'sep-2640-skills-enumeration', 'sep-2640-skills-manifest'].map(
      (name) => ({
        path: '',
        what: ['--scenario', name, '--spec-version', '2026-07-28', '--force'],
        notApplicable: [],
      }),
    ),
  ])('passes $what at $path', { timeout: 300_000 }, async ({ path, what, notApplicable }) => {
    const node = await findNode();
    if (node === undefined) {
      console.log('skipped: the conformance suite needs Node 22, which is not installed and could not be downloaded');
      return;
    }
    const folder = await mkdtemp(join(getTestFolder(), 'conformance-'));
    const proxy = await startKeyProxy(product.baseUrl, product.apiKey);
    const url = [proxy, 'api/mcp', path].filter((part) => part !== '').join('/');
    const { hasPassed, report } = await runConformance(node, { url, what, folder, notApplicable });
    expect(hasPassed, report).toBe(true);
    expect(report).toMatch(/[1-9]\d* passed|Passed: [1-9]/);
  });
});
