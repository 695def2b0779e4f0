import { base } from './base.ts';
import { isRecord } from '#client/offcut-error.ts';
import { connection } from './client.ts';

/** A tool as WebMCP registers it (https://webmachinelearning.github.io/webmcp/). */
type WebTool = {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema?: object;
  readonly annotations?: { readonly readOnlyHint?: boolean };
  readonly execute: (input: object) => Promise<unknown>;
};

/** The part of `document.modelContext` that is used. A tool is registered until its signal is aborted. */
export type ModelContext = {
  registerTool(tool: WebTool, options?: { readonly signal?: AbortSignal }): unknown;
};

type Ports = {
  readonly base: URL;
  readonly fetch: (address: URL, init?: RequestInit) => Promise<Response>;
  readonly getKey: (refused?: string | null) => Promise<string | null>;
};

const pagePorts: Ports = {
  base,
  fetch: (...given) => fetch(...given),
  getKey: (refused) => connection.getKey(refused),
};

/** Returns `document.modelContext`; undefined if the browser has none. */
export function findModelContext(page: object): ModelContext | undefined {
  const found: unknown = 'modelContext' in page ? page.modelContext : undefined;
  return isModelContext(found) ? found : undefined;
}

const isModelContext = (value: unknown): value is ModelContext =>
  typeof value === 'object' && value !== null && 'registerTool' in value && typeof value.registerTool === 'function';

/**
 * Registers the tools of the MCP connector with the browser until `signal` is aborted. A tool call is forwarded to the
 * connector with this page's key. Throws TypeError if the connector cannot be reached.
 */
export async function registerWebTools(context: ModelContext, signal: AbortSignal, ports = pagePorts): Promise<void> {
  const { tools } = await callConnector(ports, 'tools/list', {});
  for (const tool of Array.isArray(tools) ? tools.filter(isRecord) : []) {
    const { name, title, description, inputSchema, annotations } = tool;
    if (typeof name === 'string' && typeof description === 'string') {
      const isReadOnly = isRecord(annotations) && annotations['readOnlyHint'] === true;
      const webTool: WebTool = {
        name,
        description,
        ...(typeof title === 'string' && { title }),
        ...(isRecord(inputSchema) && { inputSchema }),
        annotations: { readOnlyHint: isReadOnly },
        execute: (input) => callConnector(ports, 'tools/call', { name, arguments: input }),
      };
      await context.registerTool(webTool, { signal });
    }
  }
}

/** Sends one message to the connector and returns its result. */
async function callConnector(ports: Ports, method: string, params: object): Promise<Record<string, unknown>> {
  const send = (key: string | null): Promise<Response> =>
    ports.fetch(new URL('api/mcp', ports.base), {
      method: 'POST',
      headers: {
        Accept: 'application/json',
        'Content-Type': 'application/json',
        Authorization: `Bearer ${key}`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
  const key = await ports.getKey();
  let response = await send(key);
  if (response.status === 401) {
    response = await send(await ports.getKey(key));
  }
  const answer: unknown = await response.json();
  const { result, error } = isRecord(answer) ? answer : {};
  if (!isRecord(result)) {
    const message = isRecord(error) ? error['message'] : undefined;
    throw new TypeError(typeof message === 'string' ? message : `the connector answered ${response.status}`);
  }
  return result;
}
