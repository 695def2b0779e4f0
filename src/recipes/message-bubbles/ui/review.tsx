import { useLayoutEffect, useMemo } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import { withMessages } from '../words.ts';
import { toList, toRecord, toText, type Json } from '#ui/app/json.ts';
import { PasteChat } from '#ui/kit/form/paste-chat.tsx';
import { DraftDocument, type ShownDraft } from '#ui/reviews/any/draft-document.tsx';
import { DraftStage, useDraftPlayer } from '#ui/reviews/any/draft-stage.tsx';
import { ReviewLayout } from '#ui/reviews/any/review-layout.tsx';
import { makeReview, type ReviewViewProps } from '#ui/reviews/any/review.tsx';
import { ReviewTimeline } from '#ui/reviews/any/timeline/review-timeline.tsx';
import { useTimeline } from '#ui/reviews/any/timeline/timeline.ts';
import './review.css';
import { readScript, getRest, timeAnew, toProposal, type Script } from './script-edits.ts';
import { ScriptRows } from './script-rows.tsx';
import { TimingBar } from './timing-bar.tsx';

/** The review of a chat: its script next to the resulting video, and the times of the messages. */
export const Review = makeReview((props) => (
  <DraftDocument job={props.job}>{(shown) => <ScriptView {...props} shown={shown} />}</DraftDocument>
));

function ScriptView(props: ReviewViewProps & { shown: ShownDraft }) {
  const { job, shown, proposal, problems, onProposal } = props;
  const script = useMemo(() => readScript(proposal, job.input), [proposal]);
  const document = useMemo(() => withMessages(shown.document, script, getImageIds(job)), [shown, script]);
  const player = useDraftPlayer(document, shown.assets);
  // A chat shows nothing at its start.
  useLayoutEffect(() => player.seek(getRest(script, 0)), []);
  const { durationSeconds } = script;
  const timeline = useTimeline(
    { player, durationSeconds, frameRate: document.frameRate },
    // A message of two seconds has room for a word.
    innerWidth / 30,
  );
  const pictures = useMemo(() => getPictures(job), [job.input]);
  const onChange = (next: Script, gesture?: string): void => onProposal(toProposal(next), gesture);
  return (
    <ReviewLayout
      stage={<DraftStage player={player} document={document} durationSeconds={durationSeconds} />}
      side={
        <>
          <div class="row">
            <button type="button" class="button" onClick={() => onChange(timeAnew(script))}>
              Auto-time
            </button>
            <PasteChat isEmpty={false} onPaste={(said) => onChange(timeAnew(script, said))} />
          </div>
          <ScriptRows script={script} pictures={pictures} player={player} problems={problems} onChange={onChange} />
        </>
      }
      settings={props.settings}
      timeline={
        <ReviewTimeline timeline={timeline}>
          <TimingBar script={script} timeline={timeline} onChange={onChange} />
        </ReviewTimeline>
      }
    />
  );
}

/** Returns the assets of the images in messages, which follow the clip in the job's list of materials. */
function getImageIds({ input, materials }: JobView): (imageMaterial: string) => string | undefined {
  const named = picturesIn(input);
  const first = input['material'] === undefined ? 0 : 1;
  return (imageMaterial) => {
    const index = named.indexOf(imageMaterial);
    return index < 0 ? undefined : materials[first + index];
  };
}

/** Returns the images of the messages in the run's input, in order. */
const picturesIn = (input: Json): string[] =>
  toList(input['messages'])
    .map((message) => toText(toRecord(message)['imageMaterial']))
    .filter((name) => name !== '');

/** Returns the images that messages may show: those of the run's input, without duplicates. */
const getPictures = ({ input }: JobView): readonly string[] => [...new Set(picturesIn(input))];
