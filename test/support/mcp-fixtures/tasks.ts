import {
  inputRequired,
  type CallToolResult,
  type InputRequest,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { createDeferred } from '#core/lib/deferred.ts';
import { canFollowTasks, requireTasks } from '../../../src/api/mcp/capabilities.ts';
import { toCreated, type Task, type TaskKeeper } from '../../../src/api/mcp/tasks.ts';
import { pause, text, type Fixture } from './fixture.ts';
import { answered, form } from './input.ts';

type Question = { readonly request: InputRequest; readonly answer: (response: unknown) => void };

/** A task in memory. */
class FixtureTask {
  readonly taskId: string = crypto.randomUUID();
  readonly createdAt: string = new Date().toISOString();
  readonly questions = new Map<string, Question>();
  readonly stop = new AbortController();
  end:
    | { status: 'completed'; result: CallToolResult }
    | { status: 'failed'; error: { code: number; message: string } }
    | undefined;

  ask(name: string, request: InputRequest): Promise<unknown> {
    const { promise, resolve } = createDeferred<unknown>();
    this.questions.set(name, { request, answer: resolve });
    return promise;
  }

  get now(): Task {
    const base = { taskId: this.taskId, createdAt: this.createdAt, lastUpdatedAt: new Date().toISOString() };
    if (this.stop.signal.aborted) {
      return { ...base, status: 'cancelled' };
    }
    if (this.end) {
      return { ...base, ...this.end };
    }
    const inputRequests = Object.fromEntries([...this.questions].map(([name, { request }]) => [name, request]));
    return this.questions.size > 0
      ? { ...base, status: 'input_required', inputRequests }
      : { ...base, status: 'working' };
  }
}

const tasks = new Map<string, FixtureTask>();

/** The tasks of the fixtures, stored as the product stores jobs. */
export const fixtureTasks: TaskKeeper = {
  get: async (taskId) => tasks.get(taskId)?.now,
  update: async (taskId, responses) => {
    const task = tasks.get(taskId);
    for (const [name, response] of Object.entries(responses)) {
      task?.questions.get(name)?.answer(response);
      task?.questions.delete(name);
    }
    return task && true;
  },
  cancel: async (taskId) => {
    const task = tasks.get(taskId);
    if (task && !task.end) {
      task.stop.abort();
    }
    return task && true;
  },
};

type Work = (task: FixtureTask) => Promise<CallToolResult>;

function start(work: Work): CallToolResult {
  const task = new FixtureTask();
  tasks.set(task.taskId, task);
  work(task).then(
    (result) => {
      task.end = { status: 'completed', result };
    },
    (error: unknown) => {
      task.end = { status: 'failed', error: { code: -32603, message: String(error) } };
    },
  );
  return toCreated({ ...task.now, lastUpdatedAt: task.createdAt });
}

const startFor = (context: ServerContext, work: Work): CallToolResult => {
  requireTasks(context);
  return start(work);
};

/** Tools whose work continues as a task. */
export const taskFixtures: Readonly<Record<string, Fixture>> = {
  slow_compute: {
    properties: { seconds: { type: 'number' }, label: { type: 'string' } },
    call: async ({ seconds }, context) => {
      const work: Work = async () => {
        await pause(Number(seconds) * 1000);
        return text('Computed');
      };
      return canFollowTasks(context) ? start(work) : work(new FixtureTask());
    },
  },
  failing_job: {
    call: (_, context) =>
      startFor(context, async () => {
        await pause(1000);
        return { ...text('This job fails'), isError: true };
      }),
  },
  protocol_error_job: { call: (_, context) => startFor(context, () => Promise.reject(new Error('This job breaks'))) },
  confirm_delete: {
    properties: { filename: { type: 'string' } },
    call: (_, context) =>
      startFor(context, async (task) => {
        await task.ask('confirm', form('Delete it?', 'ok', { type: 'boolean' }));
        return text('Deleted');
      }),
  },
  multi_input: {
    call: (_, context) =>
      startFor(context, async (task) => {
        await Promise.all([task.ask('first', form('First?', 'name')), task.ask('second', form('Second?', 'name'))]);
        return text('Both are there');
      }),
  },
  test_tool_with_task: {
    call: (_, context): CallToolResult | InputRequiredResult => {
      const name = answered(context, 'user_name', 'name');
      return name === undefined
        ? inputRequired({ inputRequests: { user_name: form('What is your name?', 'name') } })
        : startFor(context, async () => text(`Hello, ${name}!`));
    },
  },
};
