import {
  inputRequired,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { failureBody, type FailureBody } from '#core/lib/failure.ts';
import { jobView, type JobView } from '#operations/jobs.ts';
import { operations } from '#operations/registry.ts';
import { waitArguments } from '#operations/tools.ts';
import { fail } from '../answer.ts';
import { parsePart } from '../parse-request.ts';
import type { ApiCalls } from './api-calls.ts';
import { canElicit } from './capabilities.ts';
import type { ServerParts } from './connector.ts';
import { getFormName, readReviewForm, toReviewForm, toReview } from './review-form.ts';
import { toErrorResult, toJobResult } from './tool-result.ts';
import { isOpenStatus } from '#core/model/job-status.ts';
import { getJob } from '#store/jobs.ts';
import { changes } from '#wire/bell.ts';
import type { ApiContext } from '../ports.ts';
import { toJobView } from '../views.ts';

/**
 * Waits for a job. If the job waits for review and the client can show a form, the response is a form. The same call with the
 * completed form reviews the job and continues to wait. Throws VALIDATION_FAILED and JOB_NOT_FOUND.
 */
export async function waitForJob(
  parts: ServerParts,
  given: Readonly<Record<string, unknown>>,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { calls } = parts;
  const { timeoutSeconds, envelopeId } = waitArguments.parse(parsePart(waitArguments, given));
  // Only this call checks the key, and counts towards its rate limit.
  const found = await calls.call(operations.getJob, { envelopeId });
  if (!found.isDone) {
    return toErrorResult(found.failure);
  }
  // Node accepts only whole milliseconds.
  const timeout = AbortSignal.timeout(Math.ceil(timeoutSeconds * 1000));
  const signal = AbortSignal.any([context.mcpReq.signal, timeout]);
  const report = createReporter(context);
  const follow = async (from: JobView): Promise<JobView> => {
    let last = from;
    for await (last of followUntilDue(parts.context, envelopeId, signal)) {
      await report(last);
    }
    return last;
  };
  for (let from = jobView.parse(found.data); ;) {
    const job = await follow(from);
    const asked = job.status === 'awaiting_review' && canElicit(context) ? await review(calls, job, context) : null;
    if (asked?.kind === 'form') {
      return asked.form;
    }
    if (asked?.kind !== 'reviewed') {
      return toJobResult(calls, job);
    }
    from = asked.job;
  }
}

type Asked =
  | { readonly kind: 'form'; readonly form: InputRequiredResult }
  | { readonly kind: 'reviewed'; readonly job: JobView }
  | { readonly kind: 'left' };

/** Applies the decision of the user, or returns a form: for the first time, or again if the decision was refused. */
async function review(calls: ApiCalls, job: JobView, context: ServerContext): Promise<Asked> {
  const name = getFormName(job);
  const ask = (refused?: FailureBody): Asked => ({
    kind: 'form',
    form: inputRequired({ inputRequests: { [name]: toReviewForm(job, refused) } }),
  });
  try {
    const answer = readReviewForm(context.mcpReq.inputResponses, name);
    if (answer.kind !== 'decided') {
      return answer.kind === 'open' ? ask() : { kind: 'left' };
    }
    const outcome = await calls.call(operations.reviewJob, toReview(job, answer.decision));
    return outcome.isDone ? { kind: 'reviewed', job: jobView.parse(outcome.data) } : ask(outcome.failure);
  } catch (thrown) {
    return ask(failureBody.parse(fail(thrown).envelope));
  }
}

/** Reports the progress of the job if the client requested it. Progress never decreases, as the protocol requires. */
function createReporter({ mcpReq }: ServerContext): (job: JobView) => Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  let last = -1;
  return async ({ progress, stage }) => {
    if (progressToken !== undefined && progress > last) {
      last = progress;
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 1, message: stage },
      });
    }
  };
}

/** Yields a job after every change until it has ended, waits for review, or `signal` is aborted. Throws JOB_NOT_FOUND. */
async function* followUntilDue(
  context: ApiContext,
  envelopeId: string,
  signal: AbortSignal,
): AsyncGenerator<JobView, void> {
  for await (const _ of changes(context.bell, 'jobs', context.timing.pollMs, signal)) {
    const job = await toJobView(context, await getJob(context.store, envelopeId));
    yield job;
    if (job.status === 'awaiting_review' || !isOpenStatus(job.status)) {
      return;
    }
  }
}
