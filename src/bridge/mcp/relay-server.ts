import { setTimeout as wait } from 'node:timers/promises';
import {
  CLIENT_CAPABILITIES_META_KEY,
  McpServer,
  ProtocolError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { Offcut } from '#client/offcut.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { Failure, failures } from '#core/lib/failure.ts';
import { mcpInstructions, serverInfo, skillsExtension, tasksExtension } from '#core/protocol/mcp.ts';
import { uploadPath } from '../cli/upload-path.ts';
import { callUpstream, type UpstreamAnswer } from './upstream.ts';

/** The server to which requests are relayed. */
export type RelayTarget = { readonly baseUrl: string; readonly apiKey: string };

const object = z.looseObject({});
type Fields = z.output<typeof object>;

/** The methods that are forwarded unchanged. Tools are forwarded separately, because the relay adds one tool. */
const passedOn =
  'resources/list resources/templates/list resources/read skills/list skills/get tasks/get tasks/update tasks/cancel'.split(
    ' ',
  );

const uploadTool = {
  name: 'upload_file',
  title: 'Upload a file from this computer',
  description:
    'Uploads a video, image, audio or font file from a path on this computer and returns a material handle for run_recipe. The file does not leave the computer. Takes about as long as copying the file. Can fail with NOT_FOUND, UNSUPPORTED_MEDIA, FILE_TOO_LARGE, STORAGE_FULL.',
  inputSchema: {
    type: 'object',
    properties: { path: { type: 'string', description: 'The absolute path of the file.' } },
    required: ['path'],
    additionalProperties: false,
  },
  outputSchema: { type: 'object', properties: { material: { type: 'string' } }, required: ['material'] },
  annotations: {
    title: 'Upload a file from this computer',
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
};

const uploadArguments = z.strictObject({ path: z.string().min(1) });

/** The capabilities of the connector, which are sent to the client before a connector is available. */
const capabilities = {
  tools: {},
  resources: { listChanged: false },
  extensions: { [tasksExtension]: {}, [skillsExtension]: {} },
};

/** The time that a tool waits for a server to start. It is below a minute, the time limit of clients for a call. */
const startingMs = 45_000;

/**
 * Creates the MCP server for a client on standard input and output. The server uses the client's revision of the protocol and
 * forwards requests to the connector in the current revision. So an older client also receives reviews, as its own kind of form.
 * The client can initialize immediately; its requests wait for `starting`.
 */
export function createRelayServer(starting: Promise<RelayTarget>, { waitMs = startingMs } = {}): McpServer {
  const mcp = new McpServer(serverInfo, {
    capabilities: {},
    instructions: `${mcpInstructions} Upload files of this computer with upload_file.`,
  });
  const { server } = mcp;
  server.registerCapabilities(capabilities);
  const passTo = async (method: string, params: Fields, context: ServerContext): Promise<Fields> =>
    pass(await starting, server, method, params, context);
  server.setRequestHandler('tools/list', { params: object }, async (params, context) => {
    const { tools, ...rest } = await passTo('tools/list', params, context);
    return { ...rest, tools: [...z.array(object).parse(tools), uploadTool] };
  });
  server.setRequestHandler('tools/call', { params: object }, async (params, context) => {
    try {
      const target = await soon(starting, waitMs);
      return await (params['name'] === uploadTool.name
        ? upload(target, params['arguments'])
        : pass(target, server, 'tools/call', params, context));
    } catch (thrown) {
      return toErrorResult(thrown);
    }
  });
  for (const method of passedOn) {
    server.setRequestHandler(method, { params: object }, (params, context) => passTo(method, params, context));
  }
  return mcp;
}

/** Waits for the server. Throws ENGINE_UNAVAILABLE after `waitMs`; the client can then repeat the call. */
async function soon(starting: Promise<RelayTarget>, waitMs: number): Promise<RelayTarget> {
  const waited = new AbortController();
  const timeout = wait(waitMs, null, { signal: waited.signal }).catch(() => null);
  const target = await Promise.race([starting, timeout]);
  waited.abort();
  if (!target) {
    const message =
      'Offcut is still building or starting, which takes a minute or two the first time. Repeat the call.';
    throw new Failure('ENGINE_UNAVAILABLE', { message });
  }
  return target;
}

/** Forwards a request with its parameters, metadata, input responses and request state. */
async function pass(
  target: RelayTarget,
  server: Server,
  method: string,
  params: Fields,
  { mcpReq }: ServerContext,
): Promise<Fields> {
  const requestState = mcpReq.requestState<string>();
  const capabilities = object.safeParse(object.parse(mcpReq.envelope ?? {})[CLIENT_CAPABILITIES_META_KEY]);
  const answer = await callUpstream(target, {
    method,
    params: {
      ...params,
      ...(mcpReq._meta && { _meta: mcpReq._meta }),
      ...(mcpReq.inputResponses && { inputResponses: mcpReq.inputResponses }),
      ...(requestState !== undefined && { requestState }),
    },
    // An older client sends its capabilities only when it initializes.
    capabilities: capabilities.data ?? object.parse(server.getClientCapabilities() ?? {}),
    signal: mcpReq.signal,
    onNotification: (notification) => mcpReq.notify(notification),
  });
  return getResult(answer);
}

function getResult(answer: UpstreamAnswer): Fields {
  if ('error' in answer) {
    const { code, message, data } = answer.error;
    throw new ProtocolError(code, message, data);
  }
  return answer.result;
}

/** The longest wait before a retry of an upload: clients end a call after a minute. */
const maxWaitMs = 5000;

async function upload(target: RelayTarget, given: unknown): Promise<Fields> {
  try {
    const { path } = uploadArguments.parse(given);
    const offcut = new Offcut({ ...target, maxWaitMs });
    const structuredContent = { material: await uploadPath(offcut, path, { purpose: 'a file on this computer' }) };
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent };
  } catch (error) {
    const isArgument = error instanceof z.ZodError;
    return toErrorResult(isArgument ? new Failure('VALIDATION_FAILED', { message: z.prettifyError(error) }) : error);
  }
}

/** Creates the tool result for a failure of the relay, in the connector's format. Throws protocol errors unchanged. */
function toErrorResult(error: unknown): Fields {
  if (error instanceof ProtocolError) {
    throw error;
  }
  const failed = error instanceof OffcutError ? error : Failure.from(error);
  const { code, message, details } = failed;
  const retryable = failed instanceof OffcutError ? failed.retryable : failures[failed.code].isRetryable;
  const failure = { success: false, errorCode: code, message, retryable, details };
  return { content: [{ type: 'text', text: JSON.stringify(failure) }], isError: true };
}
