import { ProtocolError, ProtocolErrorCode, type ServerContext } from '@modelcontextprotocol/server';
import { Failure, failureBody, type FailureBody } from '#core/lib/failure.ts';
import { isOpenStatus } from '#core/model/job-status.ts';
import type { Operation } from '#core/protocol/operation.ts';
import { jobView, type JobView } from '#operations/jobs.ts';
import { operations } from '#operations/registry.ts';
import { findRecipeId, hasReviewGate } from '#recipes/catalog.ts';
import { fail } from '../answer.ts';
import type { ApiCalls } from './api-calls.ts';
import { canElicit, canFollowTasks } from './capabilities.ts';
import { getFormName, readReviewForm, toReviewForm, toReview, type FormAnswer } from './review-form.ts';
import type { Task, TaskKeeper } from './tasks.ts';
import { toErrorResult, toJobResult } from './tool-result.ts';

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Whether a job that was just queued is returned as a task. The client must follow tasks and, if the job will wait for review, be
 * able to show a form: otherwise it would wait for a response that its user cannot give.
 */
export function isTask(job: JobView, context: ServerContext): boolean {
  const recipeId = findRecipeId(job.recipeId);
  const isReviewed = recipeId !== undefined && hasReviewGate(recipeId) && job.input['autoApprove'] !== true;
  return canFollowTasks(context) && isOpenStatus(job.status) && (!isReviewed || canElicit(context));
}

/** Returns the base fields of a task for a job. */
export const toTaskBase = ({ id, createdAt, updatedAt, stage }: JobView) => ({
  taskId: id,
  createdAt,
  lastUpdatedAt: updatedAt,
  statusMessage: stage,
});

/** Creates a store that shows jobs as tasks. The id of a job is the id of its task. */
export const createJobTasks = (calls: ApiCalls): TaskKeeper => ({
  get: async (taskId, context) => {
    const job = await callJob(calls, operations.getJob, { envelopeId: taskId });
    return job && toTask(calls, job, context);
  },
  update: async (taskId, responses) => {
    const job = await callJob(calls, operations.getJob, { envelopeId: taskId });
    const answer = job && readAnswer(responses, job);
    if (job && answer?.kind === 'decided') {
      await callJob(calls, operations.reviewJob, toReview(job, answer.decision));
    }
    return job && true;
  },
  cancel: async (taskId) => {
    const job = await callJob(calls, operations.getJob, { envelopeId: taskId });
    if (job && isOpenStatus(job.status)) {
      await callJob(calls, operations.cancelJob, { envelopeId: taskId });
    }
    return job && true;
  },
});

/** Returns the response of an operation on a job; undefined for an unknown id. Throws all other failures of the API. */
async function callJob(calls: ApiCalls, operation: Operation, given: Arguments): Promise<JobView | undefined> {
  const outcome = await calls.call(operation, given);
  if (outcome.isDone) {
    return jobView.parse(outcome.data);
  }
  if (outcome.failure.errorCode === 'JOB_NOT_FOUND') {
    return undefined;
  }
  throw toProtocolError(outcome.failure);
}

function readAnswer(responses: Arguments, job: JobView): FormAnswer {
  try {
    return readReviewForm({ ...responses }, getFormName(job));
  } catch (thrown) {
    throw toProtocolError(failureBody.parse(fail(thrown).envelope));
  }
}

const toProtocolError = (failure: FailureBody): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, failure.message, failure);

async function toTask(calls: ApiCalls, job: JobView, context: ServerContext): Promise<Task> {
  const base = toTaskBase(job);
  switch (job.status) {
    case 'awaiting_review':
      return canElicit(context)
        ? { ...base, status: 'input_required', inputRequests: { [getFormName(job)]: toReviewForm(job) } }
        : { ...base, status: 'working', statusMessage: 'Waits for review: decide with the tool review_job.' };
    case 'canceled':
      return { ...base, status: 'cancelled' };
    case 'failed':
      return { ...base, status: 'completed', result: toErrorResult(toFailureBody(job)) };
    case 'completed':
      return { ...base, status: 'completed', result: await toJobResult(calls, { ...job, envelopeId: job.id }) };
    case 'queued':
    case 'running':
    default:
      return { ...base, status: 'working' };
  }
}

/** Returns the failure of a job as a call that waited for it would receive it. */
function toFailureBody({ error }: JobView): FailureBody {
  const failure = error ? Failure.fromWire({ code: error.errorCode, message: error.message }) : new Failure('INTERNAL');
  return failureBody.parse(fail(failure).envelope);
}
