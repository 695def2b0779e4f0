import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { failureBody } from '#core/lib/failure.ts';
import { mcpInstructions, serverInfo } from '#core/protocol/mcp.ts';
import { jobView } from '#operations/jobs.ts';
import { getFields, runArguments, getRunOperation, labTools, tools, type ToolDefinition } from '#operations/tools.ts';
import { fail } from '../answer.ts';
import type { ApiCalls, Outcome } from './api-calls.ts';
import type { ServerParts } from './connector.ts';
import { createJobTasks, isTask, toTaskBase } from './job-tasks.ts';
import { listTools } from './list-tools.ts';
import { normaliseArguments } from './normalise-arguments.ts';
import { serveSkills } from './skills.ts';
import { startRecipe } from './start-recipe.ts';
import { serveTasks, toCreated } from './tasks.ts';
import { toErrorResult, toJobResult, toResult } from './tool-result.ts';
import { waitForJob } from './wait.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** Builds the server of one request: the tools of the registry, which work by calls of the API. */
export function buildToolServer(parts: ServerParts): McpServer {
  const { calls, context, isSandboxOpen } = parts;
  const { base } = context;
  const known = isSandboxOpen ? labTools : tools;
  const mcp = new McpServer(
    { ...serverInfo, websiteUrl: base.href },
    {
      capabilities: {},
      instructions: mcpInstructions,
      cacheHints: { 'tools/list': { ttlMs: 300_000, cacheScope: isSandboxOpen ? 'private' : 'public' } },
    },
  );
  const { server } = mcp;
  server.registerCapabilities({ tools: {} });
  server.setRequestHandler('tools/list', () => ({ tools: listTools(base, known) }));
  server.setRequestHandler('tools/call', ({ params }, request) =>
    callTool(parts, findTool(known, params.name), params.arguments ?? {}, request),
  );
  serveTasks(server, createJobTasks(calls));
  serveSkills(mcp);
  return mcp;
}

function findTool(known: readonly ToolDefinition[], name: string): ToolDefinition {
  const tool = known.find((one) => one.name === name);
  if (!tool) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `No tool has the name ${name}`);
  }
  return tool;
}

/** Calls a tool. A failure is a result too: text that contains the envelope of the API. */
async function callTool(
  parts: ServerParts,
  tool: ToolDefinition,
  sent: Arguments,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { calls } = parts;
  try {
    const given = normaliseFor(tool, sent);
    if (tool.kind === 'wait') {
      return await waitForJob(parts, given, context);
    }
    const outcome =
      tool.kind === 'run' ? await startRecipe(parts, given, context) : await calls.call(tool.operation, given);
    return outcome.isDone ? await toToolResult(calls, tool, outcome, context) : toErrorResult(outcome.failure);
  } catch (thrown) {
    return toErrorResult(failureBody.parse(fail(thrown).envelope));
  }
}

function normaliseFor(tool: ToolDefinition, sent: Arguments): Arguments {
  if (tool.kind !== 'run') {
    const query = tool.kind === 'call' ? getFields(tool.operation.query) : {};
    // A query cannot contain null, and its schemas would read null as a number.
    const given = Object.entries(sent).filter(([name, value]) => value !== null || !(name in query));
    return normaliseArguments(tool.input, Object.fromEntries(given));
  }
  const given = normaliseArguments(runArguments, sent);
  const { recipeId, input } = runArguments.safeParse(given).data ?? {};
  const body = recipeId === undefined ? null : getRunOperation(recipeId).body;
  return body && input ? { ...given, input: normaliseArguments(body, input) } : given;
}

type Done = Extract<Outcome, { isDone: true }>;

async function toToolResult(
  calls: ApiCalls,
  tool: ToolDefinition,
  { data, headers }: Done,
  context: ServerContext,
): Promise<CallToolResult> {
  if (tool.isJob) {
    const job = toolJob.parse(data);
    return isQueued(tool) && isTask(job, context) ? toCreated(toTaskBase(job)) : toJobResult(calls, job);
  }
  const { listName } = tool;
  const nextCursor = readNextCursor(headers);
  return toResult(
    listName === undefined ? z.looseObject({}).parse(data) : { [listName]: data, ...(nextCursor && { nextCursor }) },
  );
}

const toolJob = jobView.extend({ envelopeId: z.string().optional() });

/** Whether a tool starts a job. */
const isQueued = (tool: ToolDefinition): boolean =>
  tool.kind === 'run' || (tool.kind === 'call' && tool.operation.isQueued === true);

/** Returns the cursor of the next page, which is in the Link header of the API. */
function readNextCursor(headers: Headers): string | null {
  const [, address] = /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '') ?? [];
  return address === undefined ? null : new URL(address).searchParams.get('cursor');
}
