import { DraftDocument, type ShownDraft } from '#ui/reviews/any/draft-document.tsx';
import { DraftStage } from '#ui/reviews/any/draft-stage.tsx';
import { ReviewLayout } from '#ui/reviews/any/review-layout.tsx';
import { makeReview, type ReviewViewProps } from '#ui/reviews/any/review.tsx';
import { ReviewTimeline } from '#ui/reviews/any/timeline/review-timeline.tsx';
import './launch-cut.css';
import { readMap, useReviewSession, type ReviewSession } from './review-session.ts';
import { ShotMap } from './shot-map.tsx';
import { SlotPanel } from './slot-panel.tsx';
import { countUnkept, getFilmDuration } from './map-edits.ts';
import { toPercent, toTimecode } from '#ui/kit/format.ts';

/** The review of a launch film: its player above the shots on the beats, and the selected shot. */
export const Review = makeReview(
  (props) => <DraftDocument job={props.job}>{(shown) => <MapView {...props} shown={shown} />}</DraftDocument>,
  {
    findLoss: (proposal, job) => {
      const changed = countUnkept(readMap(proposal), readMap(job.proposal));
      return changed === 0
        ? null
        : `Regenerate replaces all unlocked shots. Your changes to ${changed} of them would be lost.`;
    },
  },
);

function MapView(props: ReviewViewProps & { shown: ShownDraft }) {
  const session = useReviewSession(props);
  const { map, document, player } = session;
  return (
    <ReviewLayout
      stage={<DraftStage player={player} document={document} durationSeconds={getFilmDuration(map)} />}
      side={
        <div class="launch stack">
          <SlotPanel session={session} />
          <FilmFacts session={session} />
        </div>
      }
      settings={props.settings}
      timeline={
        <ReviewTimeline timeline={session.timeline}>
          <ShotMap session={session} />
        </ReviewTimeline>
      }
    />
  );
}

/** The facts about a film: its duration, its shots, and the analysis of its music. */
function FilmFacts({ session: { map } }: { session: ReviewSession }) {
  const { slots, bpm, tempoAlternates, confidence, music, musicStartSeconds, dropSeconds } = map;
  const locked = slots.filter(({ isLocked }) => isLocked).length;
  const facts: readonly (readonly [string, string])[] = [
    ['Length', toTimecode(getFilmDuration(map))],
    ['Shots', `${slots.length}${locked > 0 ? `, ${locked} locked` : ''}`],
    ['Tempo', `${toTempo(bpm)} beats/min`],
    ...(tempoAlternates.length > 0 ? [['Alternative tempos', tempoAlternates.map(toTempo).join(' or ')] as const] : []),
    ...(confidence !== undefined && music === 'given' ? [['Beat confidence', toPercent(confidence)] as const] : []),
    ['Music', music === 'made' ? 'composed for the film' : `yours, from ${toTimecode(musicStartSeconds)}`],
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
