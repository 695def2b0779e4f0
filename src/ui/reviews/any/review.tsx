import type { ComponentType } from 'preact';
import { toRecord, type Json } from '#ui/app/json.ts';
import { useDraft } from './draft.ts';
import { Previews } from './previews.tsx';
import { useUndoKeys } from './undo-keys.ts';
import { ReviewFrame, type FrameState, type ReviewProps } from './review-frame.tsx';

/** The props of a recipe's own view of its proposal. The view edits the proposal that the decisions below it send. */
export type ReviewViewProps = FrameState & {
  readonly job: ReviewProps['job'];
  readonly proposal: Json;
  /** Applies a change as one undo step. Changes with the same `gesture`, such as those of a slider, are one step. */
  readonly onProposal: (proposal: Json, gesture?: string) => void;
};

type ReviewView = ComponentType<ReviewViewProps>;
/** Returns the edits that a new proposal would discard, as a sentence; null for none. */
type FindLoss = (proposal: Json, job: ReviewProps['job']) => string | null;

/** The review of any recipe: the previews, the proposal as a form of its schema, and the decisions. */
export const ProposalReview = (props: ReviewProps) => <Review {...props} View={null} />;

type Options = {
  readonly findLoss?: FindLoss;
  /** The names of input fields that the view edits. */
  readonly shown?: readonly string[];
};

/** Creates the review of a recipe with its own view of proposals. The JSON stays available. */
export const makeReview =
  (View: ReviewView, options: Options = {}) =>
  (props: ReviewProps) => <Review {...props} {...options} View={View} />;

type ProposalProps = ReviewProps & Options & { View: ReviewView | null };

function Review(props: ProposalProps) {
  // Lists of jobs omit proposals; a single job contains its proposal.
  return props.job.proposal === undefined ? (
    <div class="skeleton skeleton-row" aria-busy="true" />
  ) : (
    <Proposal {...props} />
  );
}

function Proposal({ job, onReviewed, View, findLoss, shown = [] }: ProposalProps) {
  const { value, change, undo, redo } = useDraft<Json>(job, 'proposal', () => toRecord(job.proposal), toRecord);
  useUndoKeys({ undo, redo });
  const common = { job, proposal: value, onProposal: change };
  const view = View === null ? {} : { view: (state: FrameState) => <View {...common} {...state} /> };
  return (
    <div class="stack">
      {View === null && <Previews previews={job.previews ?? []} />}
      <ReviewFrame
        {...common}
        {...view}
        {...{ undo, redo, shown }}
        loss={findLoss?.(value, job) ?? null}
        onReviewed={onReviewed}
      />
    </div>
  );
}
