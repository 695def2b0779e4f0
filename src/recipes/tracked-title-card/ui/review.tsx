import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks';
import type { TrackBox } from '#core/analysis/track.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { getDocumentSeconds } from '#core/timeline/schedule.ts';
import { getTexts } from '../card.ts';
import { withCard } from '../draft-canvas.ts';
import { planCard, usualOffsetPx, type CardInput } from '../plan-card.ts';
import { neededSeconds, getReadableSeconds } from '../spells.ts';
import { problemsIn } from '#ui/kit/form/form-context.ts';
import { toCount, toTimecode } from '#ui/kit/format.ts';
import { toText, type Json } from '#ui/app/json.ts';
import { DraftDocument, type ShownDraft } from '#ui/reviews/any/draft-document.tsx';
import type { DraftPlayer } from '#ui/reviews/any/draft-player.ts';
import { DraftStage, useDraftPlayer } from '#ui/reviews/any/draft-stage.tsx';
import { LetteringNote } from '#ui/reviews/any/lettering-note.tsx';
import { ReviewLayout } from '#ui/reviews/any/review-layout.tsx';
import { makeReview, type ReviewViewProps } from '#ui/reviews/any/review.tsx';
import { ClipLane } from '#ui/reviews/any/timeline/clip-lane.tsx';
import { ReviewTimeline } from '#ui/reviews/any/timeline/review-timeline.tsx';
import { useTimeline } from '#ui/reviews/any/timeline/timeline.ts';
import './review.css';
import { LineBreaker } from './break-lines.ts';
import { ConfidenceLane, TrackLegend } from './confidence-lane.tsx';
import { CardFields } from './look-fields.tsx';
import { TargetOverlay } from './target-box.tsx';
import { correct, findFirstLook, readTrack, type Track } from './track-path.ts';

/** The review of a title card: the path of its target over the video, the confidence, and the card that follows the target. */
export const Review = makeReview(
  (props) => <DraftDocument job={props.job}>{(shown) => <TrackView {...props} shown={shown} />}</DraftDocument>,
  { shown: ['title', 'subtitle', 'style', 'accent', 'offsetPx', 'smoothing'] },
);

function TrackView(props: ReviewViewProps & { shown: ShownDraft }) {
  const { job, shown, proposal, parameters, problems, onProposal, onParameters } = props;
  const { frameRate } = shown.document;
  const track = useMemo(() => readTrack(proposal, frameRate), [proposal, frameRate]);
  const look = useMemo(() => readLook(parameters), [parameters]);
  const { document, isLost } = useCard(shown.document, track, look);
  const player = useDraftPlayer(document, shown.assets);
  useLayoutEffect(() => player.seek(findFirstLook(track, job.previews ?? [])), []);
  const durationSeconds = getDocumentSeconds(document);
  const timeline = useTimeline({ player, durationSeconds, frameRate });
  const onTrack = (change: Partial<Track>, gesture?: string): void => onProposal({ ...proposal, ...change }, gesture);
  const onCorrect = (box: TrackBox, gesture?: string): void =>
    onTrack({ corrections: correct(track, player.seconds.value, box) }, gesture);
  return (
    <ReviewLayout
      stage={
        <DraftStage player={player} document={document} durationSeconds={durationSeconds}>
          <TargetOverlay track={track} picture={document} player={player} onCorrect={onCorrect} />
        </DraftStage>
      }
      side={
        <div class="track-side stack">
          <LetteringNote isLost={isLost} />
          <Readable track={track} look={look} />
          <Corrections
            track={track}
            problems={problems}
            player={player}
            first={readTrack(getFirst(job.proposal), frameRate).corrections}
            onRemove={(index) => onTrack({ corrections: track.corrections.toSpliced(index, 1) })}
          />
          <CardFields
            track={track}
            parameters={parameters}
            usualOffsetPx={usualOffsetPx(document)}
            onTrack={onTrack}
            onLook={(change) => onParameters({ ...parameters, ...change })}
          />
        </div>
      }
      settings={props.settings}
      timeline={
        <ReviewTimeline timeline={timeline} name="Time along the track" tools={<TrackLegend track={track} />}>
          <ClipLane timeline={timeline} assetId={job.materials[0] ?? ''} />
          <ConfidenceLane track={track} timeline={timeline} />
        </ReviewTimeline>
      }
    />
  );
}

const getFirst = (proposal: unknown): Json => ({ ...(typeof proposal === 'object' ? proposal : null) });

/** Returns the canvas with the edited card. Until its letters are measured, it contains the proposed card. */
function useCard(document: TimelineDocument, track: Track, look: CardInput) {
  const breaker = useMemo(() => new LineBreaker(), []);
  useEffect(() => () => breaker.close(), []);
  const texts = useMemo(() => getTexts(look, document), [look, document]);
  useEffect(() => breaker.break(texts), [JSON.stringify(texts)]);
  const broken = breaker.lines.value;
  const shown = useMemo(
    () => (broken && track.path.length > 0 ? withCard(document, planCard(look, document, track, broken)) : document),
    [document, track, look, broken],
  );
  return { document: shown, isLost: breaker.isLost };
}

const styles = ['card', 'label', 'outline', 'minimal'] as const;

/** Reads the style of the card from the parameters, which the user may have edited. */
function readLook(input: Json): CardInput {
  const { offsetPx, smoothing } = input;
  const accent = toText(input['accent']);
  return {
    title: toText(input['title']).trim() || ' ',
    subtitle: toText(input['subtitle']).trim(),
    style: styles.find((one) => one === input['style']) ?? 'card',
    accent: /^#[0-9a-f]{6}$/i.test(accent) ? accent : '#ffb224',
    offsetPx: typeof offsetPx === 'number' ? offsetPx : undefined,
    smoothing: typeof smoothing === 'number' ? Math.min(100, Math.max(0, smoothing)) : 50,
  };
}

/** The time in which the card can be read, with a warning if it is too short. */
function Readable({ track, look }: { track: Track; look: CardInput }) {
  const readable = getReadableSeconds(track.path, track.window, { ...look, whenLost: track.whenLost });
  const needed = neededSeconds({ title: look.title, subtitle: look.subtitle });
  const isShort = readable < needed;
  return (
    <p class={isShort ? 'track-warn num' : 'num'} aria-live="polite">
      The card is visible for {readable.toFixed(1)} s{isShort ? `, but reading it takes ${needed.toFixed(1)} s.` : '.'}
    </p>
  );
}

/** The frames in which the user has set the position of the target. */
function Corrections(props: {
  track: Track;
  problems: ReviewViewProps['problems'];
  player: DraftPlayer;
  /** The corrections of the proposal. */
  first: Track['corrections'];
  onRemove: (index: number) => void;
}) {
  const { track, problems, player, first, onRemove } = props;
  const isChanged = JSON.stringify(track.corrections) !== JSON.stringify(first);
  const { corrections } = track;
  return (
    <section class="stack stack-tight" aria-labelledby="corrections">
      <h3 id="corrections">Corrections</h3>
      {corrections.length === 0 && (
        <p class="field-hint">
          If the box is off the target, pause there and drag it onto the target. Tracking continues from that frame.
        </p>
      )}
      <ul class="track-corrections">
        {corrections.map(({ atSeconds }, index) => {
          const [problem] = problemsIn(problems, `corrections.${index}`);
          return (
            <li key={atSeconds} class="row">
              <button type="button" class="link-button num" onClick={() => player.seek(atSeconds)}>
                {toTimecode(atSeconds)}
              </button>
              <button
                type="button"
                class="button button-quiet button-icon"
                aria-label={`Remove the correction at ${toTimecode(atSeconds)}`}
                title="Remove"
                onClick={() => onRemove(index)}
              >
                ×
              </button>
              {problem !== undefined && <span class="small bad">{problem}</span>}
            </li>
          );
        })}
      </ul>
      {isChanged && (
        <p class="note">
          {corrections.length === 0 ? 'Without corrections' : `With ${toCount(corrections.length, 'correction')}`} the
          target is tracked again. Regenerate shows the new path first; Approve creates the video immediately.
        </p>
      )}
    </section>
  );
}
