import { DraftDocument, type ShownDraft } from '#ui/reviews/any/draft-document.tsx';
import { DraftStage } from '#ui/reviews/any/draft-stage.tsx';
import { makeReview, type ReviewViewProps } from '#ui/reviews/any/review.tsx';
import { UndoRedo } from '#ui/reviews/any/undo-redo.tsx';
import './launch-cut.css';
import { readMap, useReviewSession, type ReviewSession } from './review-session.ts';
import { ShotMap } from './shot-map.tsx';
import { SlotPanel } from './slot-panel.tsx';
import { countUnkept, getFilmDuration } from './map-edits.ts';
import { toPercent, toTimecode } from '#ui/kit/format.ts';

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

/** The film in figures: its length, its shots, and what is known of its music. */
function FilmFacts({ session: { map } }: { session: ReviewSession }) {
  const { slots, bpm, tempoAlternates, confidence, music, musicStartSeconds, dropSeconds } = map;
  const locked = slots.filter(({ isLocked }) => isLocked).length;
  const facts: readonly (readonly [string, string])[] = [
    ['Length', toTimecode(getFilmDuration(map))],
    ['Shots', `${slots.length}${locked > 0 ? `, ${locked} locked` : ''}`],
    ['Tempo', `${toTempo(bpm)} beats/min`],
    ...(tempoAlternates.length > 0 ? [['Or counted as', tempoAlternates.map(toTempo).join(' or ')] as const] : []),
    ...(confidence !== undefined && music === 'given' ? [['Sure of the beat', toPercent(confidence)] as const] : []),
    ['Music', music === 'made' ? 'made for the film' : `yours, from ${toTimecode(musicStartSeconds)}`],
    ['Drop', toTimecode(dropSeconds)],
  ];
  return (
    <dl class="facts num">
      {facts.map(([name, fact]) => (
        <>
          <dt key={name}>{name}</dt>
          <dd>{fact}</dd>
        </>
      ))}
    </dl>
  );
}

const toTempo = (bpm: number): string => String(Math.round(bpm * 10) / 10);
