import { toRecord, type Json } from '../../json.ts';
import { useDraft } from './draft.ts';
import { Previews } from './previews.tsx';
import { ReviewFrame, type ReviewProps } from './review-frame.tsx';

/** The review of any recipe: the previews, the proposal as a form of its schema, and the decisions. */
export function ProposalReview(props: ReviewProps) {
  // Lists of jobs leave proposals out: the job has it once it is read by its id.
  return props.job.proposal === undefined ? <div class="bone bone-row" aria-busy="true" /> : <Proposal {...props} />;
}

function Proposal({ job, onReviewed }: ReviewProps) {
  const draft = useDraft<Json>(job, 'proposal', () => toRecord(job.proposal), toRecord);
  return (
    <div class="stack">
      <Previews previews={job.previews ?? []} />
      <ReviewFrame
        job={job}
        proposal={draft.value}
        onProposal={(proposal) => draft.change(proposal)}
        onReviewed={onReviewed}
      />
    </div>
  );
}
