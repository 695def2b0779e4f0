import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { Failure } from '#core/failure.ts';
import { jobView } from '#operations/jobs.ts';
import { tools, type ToolDefinition } from '#operations/tools.ts';
import { fail } from '../answer.ts';
import type { ApiCalls, Outcome } from './api-calls.ts';
import type { ServerParts } from './connector.ts';
import { listTools } from './list-tools.ts';
import { startRecipe } from './start-recipe.ts';
import { toErrorResult, toJobResult, toResult } from './tool-result.ts';
import { waitForJob } from './wait.ts';

type Arguments = Readonly<Record<string, unknown>>;

const instructions =
  'Offcut edits videos inside a browser on this device. A run: list_recipes, estimate, a material (create_upload, or a public https address), run_recipe, then wait_for_job until it has ended. A job that is awaiting_review goes on after review_job. Failures are a JSON object with errorCode, message and details: branch on errorCode.';

/** The server of one request: the tools of the registry, which do what they do by calls of the API. */
export function buildToolServer({ base, calls }: ServerParts): McpServer {
  const mcp = new McpServer(
    { name: 'offcut', title: 'Offcut', version: '1.0.0-preview', websiteUrl: base.href },
    { capabilities: {}, instructions, cacheHints: { 'tools/list': { ttlMs: 300_000, cacheScope: 'public' } } },
  );
  const { server } = mcp;
  server.registerCapabilities({ tools: {} });
  server.setRequestHandler('tools/list', () => ({ tools: listTools(base) }));
  server.setRequestHandler('tools/call', ({ params }, context) =>
    callTool(calls, findTool(params.name), params.arguments ?? {}, context),
  );
  return mcp;
}

function findTool(name: string): ToolDefinition {
  const tool = tools.find((one) => one.name === name);
  if (!tool) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${name} not found`);
  }
  return tool;
}

/** A failure is an answer too, as text that has the envelope of the API. */
async function callTool(
  calls: ApiCalls,
  tool: ToolDefinition,
  given: Arguments,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  try {
    if (tool.kind === 'wait') {
      return await waitForJob(calls, given, context);
    }
    const outcome = tool.kind === 'run' ? await startRecipe(calls, given) : await calls.call(tool.operation, given);
    return outcome.isDone ? await toToolResult(calls, tool, outcome) : toErrorResult(outcome.failure);
  } catch (thrown) {
    const { envelope } = fail(thrown);
    if (envelope.success) {
      throw new Failure('INTERNAL');
    }
    return toErrorResult(envelope);
  }
}

type Done = Extract<Outcome, { isDone: true }>;

async function toToolResult(
  calls: ApiCalls,
  { isJob, listName }: ToolDefinition,
  { data, headers }: Done,
): Promise<CallToolResult> {
  if (isJob) {
    return toJobResult(calls, z.looseObject(jobView.shape).parse(data));
  }
  const nextCursor = readNextCursor(headers);
  return toResult(
    listName === undefined ? z.looseObject({}).parse(data) : { [listName]: data, ...(nextCursor && { nextCursor }) },
  );
}

/** The cursor of the next page, which the API has in the Link header. */
function readNextCursor(headers: Headers): string | null {
  const [, address] = /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '') ?? [];
  return address === undefined ? null : new URL(address).searchParams.get('cursor');
}
