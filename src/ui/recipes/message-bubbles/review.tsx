import { useMemo } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import { withMessages } from '#recipes/message-bubbles/words.ts';
import { toList, toRecord, toText, type Json } from '../../json.ts';
import { DraftDocument, type ShownDraft } from '../any/draft-document.tsx';
import { DraftStage, useDraftPlayer } from '../any/draft-stage.tsx';
import { useDraft, type Draft } from '../any/draft.ts';
import { ReviewFrame, type ProposalProblems, type ReviewProps } from '../any/review-frame.tsx';
import './review.css';
import { PasteChat } from './paste-dialog.tsx';
import { readScript, timeAnew, toProposal, type Script } from './script-edits.ts';
import { ScriptRows } from './script-rows.tsx';
import { TimingBar } from './timing-bar.tsx';

/** The review of a chat: its script beside the video that it makes, and when each message enters. */
export function BubblesReview(props: ReviewProps) {
  // Lists of jobs leave proposals out: the job has it once it is read by its id.
  return props.job.proposal === undefined ? <div class="bone bone-row" aria-busy="true" /> : <Review {...props} />;
}

function Review({ job, onReviewed }: ReviewProps) {
  const draft = useDraft<Json>(job, 'proposal', () => toRecord(job.proposal), toRecord);
  return (
    <ReviewFrame
      job={job}
      proposal={draft.value}
      onProposal={(proposal) => draft.change(proposal)}
      onReviewed={onReviewed}
      view={{
        name: 'Script',
        show: (problems) => (
          <DraftDocument job={job}>
            {(shown) => <ScriptView job={job} shown={shown} draft={draft} problems={problems} />}
          </DraftDocument>
        ),
      }}
    />
  );
}

function ScriptView(props: { job: JobView; shown: ShownDraft; draft: Draft<Json>; problems: ProposalProblems }) {
  const { job, shown, draft, problems } = props;
  const script = useMemo(() => readScript(draft.value, job.input), [draft.value]);
  const document = useMemo(() => withMessages(shown.document, script, imageIdsOf(job)), [shown, script]);
  const player = useDraftPlayer(document, shown.assets);
  const onChange = (next: Script, gesture?: string): void => draft.change(toProposal(next), gesture);
  return (
    <div class="script-review">
      <div class="script-stage">
        <DraftStage player={player} document={document} durationSeconds={script.durationSeconds} />
      </div>
      <TimingBar script={script} player={player} onChange={onChange} />
      <div class="script-side stack">
        <div class="row">
          <button type="button" class="button" onClick={() => onChange(timeAnew(script))}>
            Time by reading
          </button>
          <PasteChat onPaste={(said) => onChange(timeAnew(script, said))} />
          <Steps draft={draft} />
        </div>
        <ScriptRows script={script} player={player} problems={problems} onChange={onChange} />
      </div>
    </div>
  );
}

function Steps({ draft: { undo, redo } }: { draft: Draft<Json> }) {
  return (
    <>
      <button type="button" class="button button-quiet" disabled={undo === null} onClick={() => undo?.()}>
        Undo
      </button>
      <button type="button" class="button button-quiet" disabled={redo === null} onClick={() => redo?.()}>
        Redo
      </button>
    </>
  );
}

/** The assets of the pictures in messages, which follow the clip in the list of the job's materials. */
function imageIdsOf({ input, materials }: JobView): (imageMaterial: string) => string | undefined {
  const named = toList(input['messages'])
    .map((message) => toText(toRecord(message)['imageMaterial']))
    .filter((name) => name !== '');
  const first = input['material'] === undefined ? 0 : 1;
  return (imageMaterial) => {
    const index = named.indexOf(imageMaterial);
    return index < 0 ? undefined : materials[first + index];
  };
}
