import { Client } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { onTestFinished } from 'vitest';
import { createRelayServer } from '../../src/bridge/mcp/relay-server.ts';
import { listenFor } from './http-api.ts';
import type { FillForm, McpTarget, ToolAnswer } from './mcp-clients.ts';

const info = { name: 'offcut tests', version: '1.0.0' };

type RelayOptions = NonNullable<Parameters<typeof createRelayServer>[1]> & {
  /** Resolves when the relayed server has started. */
  readonly starting?: Promise<void>;
};

/** Starts the relay to an API of this process. Returns the end of its connection where a client connects. */
export async function openRelay(
  target: McpTarget,
  { starting, ...options }: RelayOptions = {},
): Promise<InMemoryTransport> {
  const baseUrl = await listenFor(target);
  const { apiKey } = target;
  const [near, far] = InMemoryTransport.createLinkedPair();
  const ready = { baseUrl, apiKey };
  const handle = serveStdio(() => createRelayServer(starting?.then(() => ready) ?? Promise.resolve(ready), options), {
    transport: far,
  });
  onTestFinished(() => handle.close());
  return near;
}

/** Connects the clients of both eras, as a host connects them to a program that it has started. */
export const relayClients = {
  '2026-07-28': async (line: InMemoryTransport) => {
    const client = new Client(info, { versionNegotiation: { mode: 'auto' } });
    await client.connect(line);
    onTestFinished(() => client.close());
    return {
      instructions: client.getInstructions(),
      names: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (name: string, given: object = {}) =>
        (await client.callTool({ name, arguments: { ...given } })) as ToolAnswer,
    };
  },
  '2025-11-25': async (line: InMemoryTransport, fillForm?: FillForm) => {
    const client = new OldClient(info, { capabilities: fillForm ? { elicitation: { form: {} } } : {} });
    if (fillForm) {
      client.setRequestHandler(ElicitRequestSchema, async ({ params }) => fillForm(params.message));
    }
    await client.connect(line);
    onTestFinished(() => client.close());
    return {
      instructions: client.getInstructions(),
      names: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (name: string, given: object = {}) =>
        (await client.callTool({ name, arguments: { ...given } })) as unknown as ToolAnswer,
    };
  },
} as const;
