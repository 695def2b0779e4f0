import { DraftDocument } from '#ui/reviews/any/draft-document.tsx';
import { DraftStage } from '#ui/reviews/any/draft-stage.tsx';
import { makeReview, type ReviewViewProps } from '#ui/reviews/any/review.tsx';
import { UndoRedo } from '#ui/reviews/any/undo-redo.tsx';
import type { ShownDraft } from '#ui/reviews/any/draft-document.tsx';
import './launch-cut.css';
import { FilmFacts } from './film-facts.tsx';
import { readMap, useReviewSession } from './review-session.ts';
import { ShotMap } from './shot-map.tsx';
import { SlotPanel } from './slot-panel.tsx';
import { countUnkept, getFilmDuration } from './map-edits.ts';

/** The review of a launch film: it plays, above its shots on the beats, and the one that is selected. */
export const Review = makeReview(
  (props) => <DraftDocument job={props.job}>{(shown) => <MapView {...props} shown={shown} />}</DraftDocument>,
  (proposal, job) => {
    const changed = countUnkept(readMap(proposal), readMap(job.proposal));
    return changed === 0
      ? null
      : `Regenerate chooses all shots anew that are not to be kept in other proposals: what you changed in ${changed} of them would go.`;
  },
);

function MapView(props: ReviewViewProps & { shown: ShownDraft }) {
  const session = useReviewSession(props);
  const { map, document, player } = session;
  return (
    <div class="launch">
      <div class="launch-top">
        <div class="launch-stage">
          <DraftStage player={player} document={document} durationSeconds={getFilmDuration(map)} />
        </div>
        <div class="stack">
          <FilmFacts session={session} />
          <UndoRedo {...props} />
        </div>
      </div>
      <ShotMap session={session} />
      <SlotPanel session={session} />
    </div>
  );
}
