import { Client, StreamableHTTPClientTransport, type ClientCapabilities } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';

/** The address of the connector, and the caller. */
export type McpTarget = {
  /** Root of the app with a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
};

/** The response of a tool, as the official clients return it. */
export type ToolAnswer = {
  readonly content: readonly {
    readonly type: string;
    readonly text?: string;
    readonly uri?: string;
    readonly mimeType?: string;
    readonly size?: number;
    readonly name?: string;
    readonly data?: string;
  }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: boolean;
};

type Progress = { readonly progress: number };

/** The part of a client of either era that the tests use. */
export type McpClient = {
  readonly protocolVersion: string | undefined;
  readonly instructions: string | undefined;
  readonly listTools: () => Promise<{ tools: readonly ListedTool[] }>;
  readonly call: (name: string, given?: object, onProgress?: (progress: Progress) => void) => Promise<ToolAnswer>;
};

type ListedTool = {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>> | undefined;
  readonly annotations?: Readonly<Record<string, unknown>> | undefined;
};

/** The user's handling of a form: it receives the message, and answers as the protocol requires. */
export type FillForm = (message: string) => {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, string>;
};

const info = { name: 'offcut tests', version: '1.0.0' };

/** Connects the official client of the current revision of the protocol, which is stateless; closes with its test. */
export async function connectClient(target: McpTarget, fillForm?: FillForm): Promise<McpClient> {
  const capabilities: ClientCapabilities = fillForm ? { elicitation: { form: {} } } : {};
  const client = new Client(info, { capabilities, versionNegotiation: { mode: 'auto' } });
  if (fillForm) {
    client.setRequestHandler('elicitation/create', ({ params }) => fillForm(params.message));
  }
  await client.connect(new StreamableHTTPClientTransport(getUrl(target), getOptions(target)));
  onTestFinished(() => client.close());
  return {
    protocolVersion: client.getNegotiatedProtocolVersion(),
    instructions: client.getInstructions(),
    listTools: () => client.listTools(),
    call: async (name, given = {}, onprogress) =>
      (await client.callTool({ name, arguments: { ...given } }, onprogress && { onprogress })) as ToolAnswer,
  };
}

/** Connects the official client of the earlier revisions, which starts with `initialize`; closes with its test. */
export async function connectOldClient(target: McpTarget): Promise<McpClient> {
  const client = new OldClient(info);
  const transport = new OldTransport(getUrl(target), getOptions(target));
  await client.connect(transport);
  onTestFinished(() => client.close());
  // It validates structured content only against schemas that it has listed.
  await client.listTools();
  return {
    protocolVersion: transport.protocolVersion,
    instructions: client.getInstructions(),
    listTools: () => client.listTools(),
    call: async (name, given = {}, onprogress) =>
      (await client.callTool(
        { name, arguments: { ...given } },
        undefined,
        onprogress && { onprogress },
      )) as unknown as ToolAnswer,
  };
}

const getUrl = ({ baseUrl }: McpTarget): URL => new URL('api/mcp', baseUrl);

const getOptions = ({ apiKey, fetch }: McpTarget) => ({
  requestInit: { headers: { Authorization: `Bearer ${apiKey}` } },
  fetch: (url: string | URL, init?: RequestInit) => fetch(String(url), init),
});
