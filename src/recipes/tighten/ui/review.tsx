import type { ComponentChildren } from 'preact';
import type { CutList } from '../cut-list.ts';
import { isLookedInto, keptMaterials, refreshMaterials } from '#ui/pages/materials/materials.ts';
import { Reading } from '#ui/kit/parts/page.tsx';
import { useLoad } from '#ui/kit/use-load.ts';
import { useDraft } from '#ui/reviews/any/draft.ts';
import { useUndoKeys } from '#ui/reviews/any/undo-keys.ts';
import { ProposalReview } from '#ui/reviews/any/review.tsx';
import { ReviewFrame, type ReviewProps } from '#ui/reviews/any/review-frame.tsx';
import { ReviewLayout } from '#ui/reviews/any/review-layout.tsx';
import { ReviewTimeline } from '#ui/reviews/any/timeline/review-timeline.tsx';
import { useReviewSession, type Material, type ReviewSession } from './review-session.ts';
import { getKeptCount, readCutDraft, takeProposal, toProposal, type CutDraft } from './cut-draft.ts';
import { CutTable } from './cut-table.tsx';
import './tighten.css';
import { CutCard } from './cut-card.tsx';
import { CutOverview } from './cut-overview.tsx';
import { CutStage } from './cut-stage.tsx';
import { CutStrip } from './cut-strip.tsx';
import { CutSummary } from './cut-summary.tsx';

/** The review of a cut list: on waveform and filmstrip, as a table, and as JSON. */
export function Review(props: ReviewProps) {
  const find = (): Material | undefined => keptMaterials.value?.find(({ material }) => material === props.job.material);
  // The list may not contain the material yet if another client or this page has just uploaded it.
  const { loaded, again } = useLoad(async (signal) => find() ?? refreshMaterials(signal));
  const material = find();
  // The draft is created once, for the size and the frame rate of the clip.
  return props.job.proposal === undefined || (material && !isLookedInto(material)) ? (
    <div class="skeleton skeleton-row" aria-busy="true" />
  ) : (
    <Reading loaded={loaded} again={again}>
      {() =>
        // Without the clip there is no strip, but the list is still available as a form.
        material ? <CutListReview {...props} material={material} /> : <ProposalReview {...props} />
      }
    </Reading>
  );
}

function CutListReview({ job, onReviewed, material }: ReviewProps & { material: Material }) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the wire: the recipe's schema has checked it
  const list = job.proposal as CutList;
  const draft = useDraft<CutDraft>(
    job,
    'cuts',
    // The API refuses a kept pause below the minimum, which older runs may have.
    () => ({ cuts: list.cuts, parameters: { ...job.input, keepGapSeconds: getKeptCount(job.input) } }),
    (kept) => readCutDraft(kept, list),
  );
  const session = useReviewSession(job, list, material, draft);
  useUndoKeys(draft);
  return (
    <ReviewFrame
      job={job}
      proposal={toProposal(list, session.shown)}
      parameters={{
        value: draft.value.parameters,
        // The page itself computes the kept pauses.
        applied: ['keepGapSeconds', 'paddingSeconds'],
        onChange: (parameters) => draft.change({ ...draft.value, parameters }, 'parameters'),
      }}
      onProposal={(proposal) => draft.change(takeProposal(draft.value, session.shown, proposal), 'text')}
      undo={draft.undo}
      redo={draft.redo}
      shown={['keepGapSeconds']}
      view={({ settings }) => <CutView session={session} settings={settings} />}
      table={({ problems }) => <CutTable session={session} problems={problems} />}
      onReviewed={onReviewed}
    />
  );
}

/** The cut list over the filmstrip and the waveform of its clip. */
const CutView = ({ session, settings }: { session: ReviewSession; settings: ComponentChildren }) => (
  <ReviewLayout
    stage={<CutStage session={session} />}
    side={
      <>
        <CutSummary session={session} />
        <CutCard session={session} />
      </>
    }
    settings={settings}
    timeline={
      <ReviewTimeline timeline={session.timeline} overview={<CutOverview session={session} />}>
        <CutStrip session={session} />
      </ReviewTimeline>
    }
  />
);
