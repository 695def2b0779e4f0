import {
  inputRequired,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { FailureBody } from '#core/failure.ts';
import { jobView, type JobView } from '#operations/jobs.ts';
import { operations } from '#operations/registry.ts';
import { waitArguments } from '#operations/tools.ts';
import { fail } from '../answer.ts';
import { parsePart } from '../parse-request.ts';
import type { ApiCalls, Outcome } from './api-calls.ts';
import { canElicit } from './capabilities.ts';
import { followUntilDue } from './follow.ts';
import { formNameOf, readReviewForm, toReviewForm } from './review-form.ts';
import { toErrorResult, toJobResult } from './tool-result.ts';

/**
 * Waits for a job. Where it waits for review and the client can ask the person, the answer is a form; the same call with the
 * filled form reviews the job, and waits on.
 */
export async function waitForJob(
  calls: ApiCalls,
  given: Readonly<Record<string, unknown>>,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { timeoutSeconds, ...rest } = given;
  const waiting = waitArguments.shape.timeoutSeconds;
  const seconds = waiting.parse(parsePart(waiting, timeoutSeconds, ['timeoutSeconds']));
  const { envelopeId } = operations.getJob.params.parse(parsePart(operations.getJob.params, rest));
  const endsAt = performance.now() + seconds * 1000;
  const follow = (): Promise<Outcome> =>
    followUntilDue(calls, envelopeId, {
      timeoutMs: endsAt - performance.now(),
      signal: context.mcpReq.signal,
      onJob: createReporter(context),
    });
  const found = await follow();
  if (!found.isDone) {
    return toErrorResult(found.failure);
  }
  const job = jobView.parse(found.data);
  if (job.status !== 'awaiting_review' || !canElicit(context)) {
    return toJobResult(calls, job);
  }
  const asked = await review(calls, job, context);
  if (asked.kind === 'form') {
    return asked.form;
  }
  const later = asked.kind === 'reviewed' ? await follow() : found;
  return later.isDone ? toJobResult(calls, jobView.parse(later.data)) : toErrorResult(later.failure);
}

type Asked = { readonly kind: 'form'; readonly form: InputRequiredResult } | { readonly kind: 'reviewed' | 'left' };

/** Does what the person has decided, or asks: for the first time, or again where the decision was refused. */
async function review(calls: ApiCalls, job: JobView, context: ServerContext): Promise<Asked> {
  const ask = (refused?: FailureBody): Asked => ({
    kind: 'form',
    form: inputRequired({ inputRequests: { [formNameOf(job)]: toReviewForm(job, refused) } }),
  });
  try {
    const answer = readReviewForm(context.mcpReq.inputResponses, formNameOf(job));
    if (answer.kind !== 'decided') {
      return answer.kind === 'open' ? ask() : { kind: 'left' };
    }
    const outcome = await calls.call(operations.reviewJob, { envelopeId: job.id, ...answer.decision });
    return outcome.isDone ? { kind: 'reviewed' } : ask(outcome.failure);
  } catch (thrown) {
    const { envelope } = fail(thrown);
    return envelope.success ? ask() : ask(envelope);
  }
}

/** Tells the client how far the job is, where it asked for that. Progress never goes back, as the protocol demands. */
function createReporter({ mcpReq }: ServerContext): (job: JobView) => Promise<void> {
  const progressToken = mcpReq._meta?.progressToken;
  let last = -1;
  return async ({ progress, stage, status }) => {
    if (progressToken !== undefined && progress > last) {
      last = progress;
      const message = stage === '' ? status : stage;
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress, total: 1, message },
      });
    }
  };
}
