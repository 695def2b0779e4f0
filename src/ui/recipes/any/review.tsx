import { useState } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import { call, type CallOptions } from '../../client.ts';
import { isRecord } from '../../envelope.ts';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useAction } from '../../use-action.ts';
import { readEdited, toText, type EditedJson } from './edited-json.ts';
import { JsonField } from './json-field.tsx';
import { Previews } from './previews.tsx';

type ReviewProps = { readonly job: JobView; readonly onReviewed: (job: JobView) => void };
type ReviewBody = NonNullable<CallOptions<'reviewJob'>['body']>;

/** The review of any recipe: the previews, the proposal as editable JSON, and the decisions. */
export function ProposalReview({ job, onReviewed }: ReviewProps) {
  // Lists of jobs leave proposals out: the job has it once it is read by its id.
  return job.proposal === undefined ? (
    <div class="bone bone-row" aria-busy="true" />
  ) : (
    <ProposalForm job={job} onReviewed={onReviewed} />
  );
}

function ProposalForm({ job, onReviewed }: ReviewProps) {
  const [proposalText, setProposalText] = useState(() => toText(job.proposal));
  const [inputText, setInputText] = useState(() => toText(job.input));
  const proposal = readEdited(proposalText, job.proposal);
  const input = readEdited(inputText, job.input);
  return (
    <div class="stack">
      <Previews previews={job.previews ?? []} />
      <JsonField
        label="Proposal"
        hint="Change what you like before you approve it; what follows from it is computed anew."
        text={proposalText}
        edited={proposal}
        onInput={setProposalText}
      />
      <details>
        <summary>Parameters of another proposal</summary>
        <div class="more">
          <JsonField
            label="Parameters"
            hint="Regenerate makes a new proposal from these, at no further cost."
            text={inputText}
            edited={input}
            onInput={setInputText}
          />
        </div>
      </details>
      <Decisions job={job} proposal={proposal} input={input} onReviewed={onReviewed} />
    </div>
  );
}

function Decisions({ job, proposal, input, onReviewed }: ReviewProps & { proposal: EditedJson; input: EditedJson }) {
  const { run, isBusy, error } = useAction();
  const send = async (body: ReviewBody): Promise<void> =>
    onReviewed(await call('reviewJob', { params: { envelopeId: job.id }, body }));
  return (
    <>
      {error && <Problem error={error} />}
      <div class="row">
        <button
          type="button"
          class="button button-primary button-large"
          disabled={isBusy || !proposal.isValid}
          onClick={() => run(() => send({ decision: 'approve', ...toProposal(proposal) }))}
        >
          Approve
        </button>
        <button
          type="button"
          class="button button-large"
          disabled={isBusy || !proposal.isValid || !input.isValid}
          onClick={() => run(() => send({ decision: 'regenerate', ...toProposal(proposal), ...toParameters(input) }))}
        >
          Regenerate
        </button>
        <ConfirmButton
          label="Reject"
          title="Reject this proposal?"
          look="button-large"
          onConfirm={() => send({ decision: 'reject' })}
        >
          The job ends without a result, and its credits are released. Your materials stay.
        </ConfirmButton>
      </div>
    </>
  );
}

const toProposal = (edited: EditedJson): Pick<ReviewBody, 'proposal'> =>
  edited.isValid && edited.changed !== undefined ? { proposal: edited.changed } : {};

const toParameters = (edited: EditedJson): Pick<ReviewBody, 'parameters'> =>
  edited.isValid && isRecord(edited.changed) ? { parameters: edited.changed } : {};
