import { useSignal, useSignalEffect, type ReadonlySignal, type Signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks';
import type { TextPlacement } from '#core/analysis/text-placement.ts';
import type { Size } from '#core/lib/size.ts';
import type { ItemOf } from '#core/timeline/document.ts';
import { getDocumentSeconds } from '#core/timeline/schedule.ts';
import { findText, mattesName, toEditedText, withText } from '../draft-canvas.ts';
import { toRecord, type Json } from '#ui/app/json.ts';
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
import { Covered } from './covered.tsx';
import { letteringKey, readEdited, readStyle, toMeasure, type Edited } from './edited.ts';
import { TextFields } from './fields.tsx';
import { Measurer } from './measure.ts';
import { PlacedBox } from './placed-box.tsx';
import type { Place } from './place-box.ts';
import { Places, readPlaces } from './places.tsx';
import { TextLane } from './text-lane.tsx';

/**
 * The review of a text behind its subject: the user moves the text over the frame, and the covered share is measured
 * immediately.
 */
export const Review = makeReview((props) => (
  <DraftDocument job={props.job}>
    {(shown) => {
      const item = findText(shown.document);
      return item ? <TextView {...props} shown={shown} item={item} /> : <p class="note">This canvas has no text.</p>;
    }}
  </DraftDocument>
));

type ViewProps = ReviewViewProps & { readonly shown: ShownDraft; readonly item: ItemOf<'text'> };

function TextView(props: ViewProps) {
  const { job, shown, item, proposal, problems, onProposal } = props;
  const { document } = shown;
  const edited = useMemo(() => readEdited(proposal, item), [proposal, item]);
  const first = useMemo(() => toRecord(job.proposal), []);
  const held = useSignal<Place | null>(null);
  const player = useDraftPlayer(document, shown.assets);
  const { measured, box, isLost } = useMeasured(props, edited, held, player);
  const onChange = (change: Partial<Edited>, gesture?: string): void => onProposal({ ...proposal, ...change }, gesture);
  const looked = job.previews?.[1]?.atSeconds ?? job.previews?.[0]?.atSeconds ?? edited.window.startSeconds;
  useLayoutEffect(() => player.seek(looked), []);
  const durationSeconds = getDocumentSeconds(document);
  const timeline = useTimeline({ player, durationSeconds, frameRate: document.frameRate });
  const within = readEdited(first, item).window;
  return (
    <ReviewLayout
      stage={
        <DraftStage player={player} document={document} durationSeconds={durationSeconds}>
          <PlacedBox
            {...{ box, held }}
            picture={document}
            place={edited}
            rotation={edited.rotation}
            onCommit={onChange}
          />
        </DraftStage>
      }
      side={
        <>
          <LetteringNote isLost={isLost} />
          <Covered {...{ measured, isLost, player }} startSeconds={edited.window.startSeconds} />
          <TextFields {...{ edited, within, problems, onChange }} />
          <SuggestedPlaces {...props} {...{ first, edited, onChange }} atSeconds={looked} />
        </>
      }
      settings={props.settings}
      timeline={
        <ReviewTimeline timeline={timeline}>
          <ClipLane timeline={timeline} assetId={job.materials[0] ?? ''} />
          <TextLane timeline={timeline} edited={edited} within={within} onChange={onChange} />
        </ReviewTimeline>
      }
    />
  );
}

type PlacesProps = ViewProps & {
  /** The proposal before the edits. */
  readonly first: Json;
  readonly edited: Edited;
  readonly atSeconds: number;
  readonly onChange: (change: Partial<Edited>) => void;
};

/** The proposed positions of the text. */
const SuggestedPlaces = ({ job, shown: { document }, item, first, edited, atSeconds, onChange }: PlacesProps) => (
  <Places
    places={readPlaces(first)}
    edited={edited}
    material={job.material ?? ''}
    atSeconds={atSeconds}
    picture={document}
    widthPx={typeof item.width === 'number' ? item.width : document.width}
    onChoose={onChange}
  />
);

/** Shows the edited text, also during a drag, and measures it; `box` is the box of its lines. */
function useMeasured(
  { job, shown: { document, assets }, item }: ViewProps,
  edited: Edited,
  held: Signal<Place | null>,
  player: DraftPlayer,
): {
  readonly measured: ReadonlySignal<TextPlacement | null | undefined>;
  readonly box: Size;
  readonly isLost: ReadonlySignal<boolean> | undefined;
} {
  const style = useMemo(() => readStyle(job.input), [job.input]);
  const mattes = Object.values(assets).find(({ name }) => name === mattesName);
  const measurer = useMemo(() => (mattes ? new Measurer(mattes.url) : null), []);
  useEffect(() => () => measurer?.close(), []);
  const now = useSignal(edited);
  now.value = edited;
  // The last measured box, and its text.
  const known = useSignal<KnownBox>({
    key: letteringKey(edited),
    width: item.width,
    height: item.height,
    sizePx: edited.sizePx,
  });
  const none = useSignal(null);
  const measured = measurer?.placement ?? none;
  useSignalEffect(() => {
    const text = { ...now.value, ...held.value };
    player.show(withText(document, toEditedText(item, text, style, getBox(known.value, text))), assets);
  });
  useSignalEffect(() => measurer?.measure(toMeasure(document, item, { ...now.value, ...held.value }, style)));
  useSignalEffect(() => {
    const { value } = measured;
    const next = value && {
      key: letteringKey(now.peek()),
      width: value.width,
      height: value.height,
      sizePx: value.sizePx,
    };
    if (next && JSON.stringify(next) !== JSON.stringify(known.peek())) {
      known.value = next;
    }
  });
  return { measured, box: getBox(known.value, edited) ?? guess(known.value, edited), isLost: measurer?.isLost };
}

type KnownBox = { key: string; width: unknown; height: unknown; sizePx: number };

/** Scales the measured box to another font size; returns null for other letters. */
function getBox({ key, width, height, sizePx }: KnownBox, text: Edited): Size | null {
  const factor = text.sizePx / sizePx;
  return key === letteringKey(text) && typeof width === 'number' && typeof height === 'number'
    ? { width: width * factor, height: height * factor }
    : null;
}

/** Scales the last measured box until the new letters are measured. */
const guess = ({ width, height }: KnownBox, { sizePx }: Edited): Size => ({
  width: typeof width === 'number' ? width : 4 * sizePx,
  height: typeof height === 'number' ? height : sizePx,
});
