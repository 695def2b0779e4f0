import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type InputRequests,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { tasksExtension } from '#core/protocol/mcp.ts';
import { requireTasks } from './capabilities.ts';

type TaskBase = {
  readonly taskId: string;
  readonly statusMessage?: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
};

/** The current state of a task. A tool that failed has completed too, with an error as its result; `failed` is for defects. */
export type Task = TaskBase &
  (
    | { readonly status: 'working' | 'cancelled' }
    | { readonly status: 'input_required'; readonly inputRequests: InputRequests }
    | { readonly status: 'completed'; readonly result: CallToolResult }
    | { readonly status: 'failed'; readonly error: { readonly code: number; readonly message: string } }
  );

/** A store of tasks. Each method returns undefined for an unknown id. */
export type TaskKeeper = {
  get(taskId: string, context: ServerContext): Promise<Task | undefined>;
  /** Accepts responses to the input requests of a task. Throws for an unsuitable response. */
  update(
    taskId: string,
    responses: Readonly<Record<string, unknown>>,
    context: ServerContext,
  ): Promise<true | undefined>;
  /** Ends a task. A task that has ended stays unchanged. */
  cancel(taskId: string, context: ServerContext): Promise<true | undefined>;
};

const pollIntervalMs = 2000;
const byId = z.looseObject({ taskId: z.string() });

/** Serves `tasks/get`, `tasks/update` and `tasks/cancel` (SEP-2663) to clients that declared that they follow tasks. */
export function serveTasks(server: Server, keeper: TaskKeeper): void {
  server.registerCapabilities({ extensions: { [tasksExtension]: {} } });
  server.setRequestHandler('tasks/get', { params: byId }, async ({ taskId }, context) => {
    requireTasks(context);
    return { ...requireFound(await keeper.get(taskId, context)), ...times };
  });
  server.setRequestHandler('tasks/update', { params: byId }, async ({ taskId }, context) => {
    requireTasks(context);
    requireFound(await keeper.update(taskId, context.mcpReq.inputResponses ?? {}, context));
    return {};
  });
  server.setRequestHandler('tasks/cancel', { params: byId }, async ({ taskId }, context) => {
    requireTasks(context);
    requireFound(await keeper.cancel(taskId, context));
    return {};
  });
}

/** Tasks are rows, and exist until they are deleted. */
const times = { ttlMs: null, pollIntervalMs };

/** Returns the response of a tool whose work continues as a task: only the base fields, even if the job has changed since. */
export const toCreated = ({ taskId, createdAt, lastUpdatedAt }: TaskBase): CallToolResult => ({
  content: [],
  resultType: 'task',
  taskId,
  status: 'working',
  createdAt,
  lastUpdatedAt,
  ...times,
});

function requireFound<T>(found: T | undefined): T {
  if (found === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'No task has this id; call list_jobs for all jobs');
  }
  return found;
}
