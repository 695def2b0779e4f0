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

/**
 * Returns the name of the form for the current state of a job. A response to an earlier proposal does not apply to the next one.
 */
export const getFormName = ({ updatedAt }: JobView): string => `review-${updatedAt}`;

/** Returns the arguments of `review_job` for a decision about the state of a job that the form showed. */
export const toReview = ({ id, updatedAt }: JobView, decision: Decision) => ({
  envelopeId: id,
  updatedAt,
  ...decision,
});

/** Creates a form in which the user decides on the proposal of a job. `refused` is the failure of the last decision. */
export function toReviewForm(job: JobView, refused?: FailureBody): InputRequest {
  const recipeId = findRecipeId(job.recipeId);
  const proposal = JSON.stringify(job.proposal);
  const shown = proposal.length > proposalMax ? `${proposal.slice(0, proposalMax)} ...` : proposal;
  const pictures = (job.previews ?? []).map(({ url }) => url).join(' ');
  const lines = [
    ...(refused ? [`Your last decision was refused: ${refused.message}`] : []),
    ...(job.error ? [`A new proposal could not be created: ${job.error.message} This is the last one.`] : []),
    `${recipeId ? recipes[recipeId].name : job.recipeId} proposes: ${shown}`,
    ...(pictures === '' ? [] : [`Preview images: ${pictures}`]),
    `Approve creates the result for ${job.credits} credits. Reject ends the job at no cost.`,
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
            { const: 'regenerate', title: 'Regenerate: create another proposal' },
          ],
        },
        proposal: {
          type: 'string',
          title: 'Changed proposal',
          description: 'JSON. Leave it empty to keep the proposal unchanged.',
        },
        parameters: {
          type: 'string',
          title: 'Changed parameters',
          description: 'JSON, for Regenerate only: the fields of the input that change.',
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
    throw invalid([{ path: 'decision', message: 'send one of approve, reject and regenerate' }], content.error);
  }
  const { decision, proposal, parameters } = content.data;
  return {
    kind: 'decided',
    decision: { decision, ...readField('proposal', proposal), ...readField('parameters', parameters) },
  };
}

/** Parses a field of the form that contains JSON or is empty. */
function readField(name: string, text = ''): Record<string, unknown> {
  try {
    return text.trim() === '' ? {} : { [name]: JSON.parse(text) };
  } catch (cause) {
    throw invalid([{ path: name, message: 'is not valid JSON; correct it or leave it empty' }], cause);
  }
}
