import { inputRequired, inputResponse, type InputRequest, type InputResponses } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { FailureBody } from '#core/lib/failure.ts';
import { reviewJob, type JobView } from '#operations/jobs.ts';
import { findRecipeId, recipes } from '#recipes/catalog.ts';
import { invalid } from '../parse-request.ts';

/** The decision of the user, as the body of a review. The API validates it. */
type Decision = Readonly<Record<string, unknown>>;

/** The response of a form: a decision, a user who declined to decide, or no response yet. */
export type FormAnswer = { readonly kind: 'decided'; readonly decision: Decision } | { readonly kind: 'left' | 'open' };

/** The maximum number of characters of a proposal in a form; longer text is not readable there. */
const proposalMax = 2000;

/** The name of the form for a job as it is now: what was said of an earlier proposal does not count for the next. */
export const getFormName = ({ updatedAt }: JobView): string => `review-${updatedAt}`;

/** The arguments of `review_job` for what was decided of a job as it was shown. */
export const toReview = ({ id, updatedAt }: JobView, decision: Decision) => ({
  envelopeId: id,
  updatedAt,
  ...decision,
});

/** A form that asks a person to decide on the proposal of a job; `refused` is why the last decision was not taken. */
export function toReviewForm(job: JobView, refused?: FailureBody): InputRequest {
  const recipeId = findRecipeId(job.recipeId);
  const proposal = JSON.stringify(job.proposal);
  const shown = proposal.length > proposalMax ? `${proposal.slice(0, proposalMax)} ...` : proposal;
  const pictures = (job.previews ?? []).map(({ url }) => url).join(' ');
  const lines = [
    ...(refused ? [`This was not taken: ${refused.message}`] : []),
    ...(job.error ? [`No other proposal could be made: ${job.error.message}`] : []),
    `${recipeId ? recipes[recipeId].name : job.recipeId} proposes: ${shown}`,
    ...(pictures === '' ? [] : [`Pictures: ${pictures}`]),
    `Approve creates the result, for ${job.credits} credits. Reject costs nothing.`,
  ];
  return inputRequired.elicit({
    message: lines.join('\n'),
    requestedSchema: {
      type: 'object',
      properties: {
        decision: {
          type: 'string',
          title: 'Decision',
          oneOf: [
            { const: 'approve', title: 'Approve: create the result' },
            { const: 'reject', title: 'Reject: end the job' },
            { const: 'regenerate', title: 'Regenerate: propose again' },
          ],
        },
        proposal: {
          type: 'string',
          title: 'Changed proposal',
          description: 'As JSON; leave it empty to take the proposal as it is.',
        },
        parameters: {
          type: 'string',
          title: 'Changed parameters',
          description: 'As JSON, with Regenerate only: the fields of the input that change.',
        },
      },
      required: ['decision'],
    },
  });
}

const formContent = z.object({
  decision: reviewJob.body.shape.decision,
  proposal: z.string().optional(),
  parameters: z.string().optional(),
});

/** Returns the response to the form of this name. Throws VALIDATION_FAILED for invalid JSON or a missing decision. */
export function readReviewForm(
  responses: InputResponses | Record<string, unknown> | undefined,
  name: string,
): FormAnswer {
  const view = inputResponse(responses, name);
  if (view.kind !== 'elicit') {
    return { kind: 'open' };
  }
  if (view.action !== 'accept') {
    return { kind: 'left' };
  }
  const content = formContent.safeParse(view.content);
  if (!content.success) {
    throw invalid([{ path: 'decision', message: 'one of approve, reject and regenerate' }], content.error);
  }
  const { decision, proposal, parameters } = content.data;
  return {
    kind: 'decided',
    decision: { decision, ...readField('proposal', proposal), ...readField('parameters', parameters) },
  };
}

/** A field of the form, which holds JSON or nothing. */
function readField(name: string, text = ''): Record<string, unknown> {
  try {
    return text.trim() === '' ? {} : { [name]: JSON.parse(text) };
  } catch (cause) {
    throw invalid([{ path: name, message: 'is not valid JSON' }], cause);
  }
}
