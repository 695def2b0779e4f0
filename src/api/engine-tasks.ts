import type { EngineTask, TaskAnswer, TaskRequest } from '#core/protocol/engine-tasks.ts';
import { Failure } from '#core/lib/failure.ts';
import { requestTask } from '#store/engine-tasks.ts';
import { followRow } from './follow-job.ts';
import type { ApiContext } from './ports.ts';
import { within } from './within.ts';

/** Less than a minute, after which a browser ends a response that has sent no data. */
const waitMs = 50_000;

/**
 * Returns the response of the engine to a request, from the cache if possible. Throws the failure of the task. Throws
 * ENGINE_UNAVAILABLE if no tab is open, or if the task takes longer than a minute; the task then continues.
 */
export async function askEngine(context: ApiContext, request: TaskRequest): Promise<TaskAnswer> {
  const { store, bell, clock } = context;
  const asked = await requestTask(store, request, clock.now());
  if (asked.status === 'waiting') {
    bell.ring('errands');
    await requireEngine(context);
  }
  const settled = asked.status === 'waiting' ? await within(waitForTask(context, asked.id), waitMs) : asked;
  if (!settled) {
    throw unavailable('The task takes longer than a minute and is still running; send the same request again.');
  }
  if (!settled.answer) {
    throw settled.error ? Failure.fromWire(settled.error) : new Failure('INTERNAL');
  }
  return settled.answer;
}

async function requireEngine(context: ApiContext): Promise<void> {
  if (!(await context.hasEngine())) {
    throw unavailable('No open tab can do the work; open the workspace in a browser and try again.');
  }
}

const unavailable = (message: string): Failure =>
  new Failure('ENGINE_UNAVAILABLE', { message, details: { retryAfterSeconds: 5 } });

async function waitForTask(context: ApiContext, id: string): Promise<EngineTask | undefined> {
  for await (const task of followRow(context, 'errands', id)) {
    if (task?.status !== 'waiting') {
      return task;
    }
    await requireEngine(context);
  }
  return undefined;
}
