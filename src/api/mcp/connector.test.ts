import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient, expectFailure } from '#conformance/client.ts';
import type { ContractTarget } from '#conformance/contract.suite.ts';
import { mcpSuite } from '../../../test/conformance/mcp.suite.ts';
import { startNodeApi } from '../../../test/support/node-api.ts';

let target: ContractTarget;
beforeAll(async () => {
  target = await startNodeApi({ baseUrl: 'https://offcut.test/some/folder/' });
});
afterAll(() => target.close());

mcpSuite('in Node', () => target);

it('refuses requests without a key or from pages of other sites', async () => {
  const client = createClient(target);
  const post = (headers: Record<string, string>, key?: null) =>
    client.call('POST', '/api/mcp', { body: 'no JSON at all', headers, ...(key === null && { key }) });
  const type = { 'Content-Type': 'application/json' };
  const without = await post(type, null);
  expectFailure(without, 401, 'UNAUTHORIZED');
  expect(without.headers.get('WWW-Authenticate')).toContain('Bearer');
  expectFailure(await post({ ...type, Authorization: 'Bearer vk_other' }), 401, 'UNAUTHORIZED');
  expectFailure(await post({ ...type, Origin: 'https://elsewhere.test' }), 403, 'FORBIDDEN');
  const both = { ...type, Accept: 'application/json, text/event-stream' };
  expect((await post({ ...both, Origin: 'https://offcut.test' })).text).toContain('-32700');
});
