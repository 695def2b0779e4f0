import { expect, it } from 'vitest';
import { listTools } from '#api/mcp/list-tools.ts';
import { openNodeApi } from '#test/support/node-api.ts';
import { findModelContext, registerWebTools } from './web-mcp.ts';

type Registered = { name: string; execute: (input: object) => Promise<unknown>; annotations?: object };

it('registers the tools of the connector until the signal is aborted, and calls them', async () => {
  const { api } = await openNodeApi();
  const registered = new Map<string, Registered>();
  const context = findModelContext({
    modelContext: {
      registerTool: (tool: Registered, { signal }: { signal: AbortSignal }) => {
        registered.set(tool.name, tool);
        signal.addEventListener('abort', () => registered.delete(tool.name));
      },
    },
  });
  const controller = new AbortController();
  const base = new URL(api.baseUrl);
  const ports = {
    base,
    fetch: (address: URL, init?: RequestInit) => api.fetch(address.href, init),
    getKey: () => Promise.resolve(api.apiKey),
  };
  expect(context).toBeDefined();
  if (context) {
    await registerWebTools(context, controller.signal, ports);
  }
  expect([...registered.keys()]).toEqual(listTools(base).map(({ name }) => name));
  expect(registered.get('get_account')).toMatchObject({ annotations: { readOnlyHint: true } });
  expect(await registered.get('get_account')?.execute({})).toMatchObject({ structuredContent: { plan: 'local' } });
  expect(await registered.get('get_job')?.execute({ envelopeId: 'x' })).toMatchObject({ isError: true });
  controller.abort();
  expect(registered.size).toBe(0);
});

it('finds no context in a browser without WebMCP', () => {
  expect(findModelContext({})).toBeUndefined();
  expect(findModelContext({ modelContext: {} })).toBeUndefined();
});
