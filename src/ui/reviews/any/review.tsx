import type { ComponentType } from 'preact';
import { toRecord, type Json } from '#ui/app/json.ts';
import { useDraft } from './draft.ts';
import { Previews } from './previews.tsx';
import { useUndoKeys } from './undo-keys.ts';
import { ReviewFrame, type FrameState, type ReviewProps } from './review-frame.tsx';

/** What a recipe's own view of its proposal works on; it changes what is decided on below it. */
export type ReviewViewProps = FrameState & {
  readonly job: ReviewProps['job'];
  readonly proposal: Json;
  /** Takes a change as one step; those with the same `gesture` in a row, as of a slider, are one. */
  readonly onProposal: (proposal: Json, gesture?: string) => void;
  /** Null where there is nothing to be undone, or redone. */
  readonly undo: (() => void) | null;
  readonly redo: (() => void) | null;
};

type ReviewView = ComponentType<ReviewViewProps>;
/** What an edited proposal would lose by another one, in a sentence; null for nothing. */
type FindLoss = (proposal: Json, job: ReviewProps['job']) => string | null;

/** The review of any recipe: the previews, the proposal as a form of its schema, and the decisions. */
export const ProposalReview = (props: ReviewProps) => <Review {...props} View={null} />;

/** The review of a recipe that shows its proposals in a view of its own; form and JSON stay within reach. */
export const makeReview = (View: ReviewView, findLoss?: FindLoss) => (props: ReviewProps) => (
  <Review {...props} {...{ View, findLoss }} />
);

type ProposalProps = ReviewProps & { View: ReviewView | null; findLoss?: FindLoss | undefined };

function Review(props: ProposalProps) {
  // Lists of jobs leave proposals out: the job has it once it is read by its id.
  return props.job.proposal === undefined ? (
    <div class="skeleton skeleton-row" aria-busy="true" />
  ) : (
    <Proposal {...props} />
  );
}

function Proposal({ job, onReviewed, View, findLoss }: ProposalProps) {
  const { value, change, undo, redo } = useDraft<Json>(job, 'proposal', () => toRecord(job.proposal), toRecord);
  useUndoKeys({ undo, redo });
  const common = { job, proposal: value, onProposal: change };
  const view =
    View === null ? {} : { view: (state: FrameState) => <View {...common} {...state} {...{ undo, redo }} /> };
  return (
    <div class="stack">
      {View === null && <Previews previews={job.previews ?? []} />}
      <ReviewFrame {...common} {...view} loss={findLoss?.(value, job) ?? null} onReviewed={onReviewed} />
    </div>
  );
}
