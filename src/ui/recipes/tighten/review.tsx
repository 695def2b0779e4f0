import type { CutList } from '#recipes/tighten/cut-list.ts';
import { keptMaterials, refreshMaterials } from '../../materials/materials.ts';
import { Reading } from '../../parts/page.tsx';
import { useLoad } from '../../use-load.ts';
import { useDraft } from '../any/draft.ts';
import { useUndoKeys } from '../any/undo-keys.ts';
import { ProposalReview } from '../any/review.tsx';
import { ReviewFrame, type ReviewProps } from '../any/review-frame.tsx';
import { useBench, type Material } from './bench.ts';
import { readCutDraft, takeProposal, toProposal, type CutDraft } from './cut-draft.ts';
import { CutTable } from './cut-table.tsx';
import { CutView } from './cut-view.tsx';

/** The review of a cut list: on waveform and filmstrip, as a table, and as JSON. */
export function TightenReview(props: ReviewProps) {
  const { loaded, again } = useLoad(async (signal) => keptMaterials.value ?? refreshMaterials(signal));
  return props.job.proposal === undefined ? (
    <div class="bone bone-row" aria-busy="true" />
  ) : (
    <Reading loaded={loaded} again={again}>
      {(materials) => {
        const material = materials.find((one) => one.material === props.job.material);
        // Without the clip there is nothing to be looked at: the list is still a form.
        return material ? <CutListReview {...props} material={material} /> : <ProposalReview {...props} />;
      }}
    </Reading>
  );
}

function CutListReview({ job, onReviewed, material }: ReviewProps & { material: Material }) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the wire: the recipe's schema has checked it
  const list = job.proposal as CutList;
  const draft = useDraft<CutDraft>(
    job,
    'cuts',
    () => ({ cuts: list.cuts, parameters: job.input }),
    (kept) => readCutDraft(kept, list),
  );
  const bench = useBench(job, list, material, draft);
  useUndoKeys(draft);
  return (
    <ReviewFrame
      job={job}
      proposal={toProposal(list, bench.shown)}
      parameters={{
        value: draft.value.parameters,
        // What stays of a pause is computed on this page.
        applied: ['keepGapSeconds', 'paddingSeconds'],
        onChange: (parameters) => draft.change({ ...draft.value, parameters }, 'parameters'),
      }}
      onProposal={(proposal) => draft.change(takeProposal(draft.value, bench.shown, proposal), 'text')}
      view={() => <CutView bench={bench} />}
      table={({ problems }) => <CutTable bench={bench} problems={problems} />}
      onReviewed={onReviewed}
    />
  );
}
