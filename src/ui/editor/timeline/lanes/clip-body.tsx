import { computed, useComputed, type ReadonlySignal } from '@preact/signals';
import { Fragment } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Item } from '#core/timeline/document.ts';
import { isAnimated } from '#core/timeline/properties.ts';
import { Filmstrip } from '#ui/kit/strips/filmstrip.tsx';
import { Waveform } from '#ui/kit/strips/waveform.tsx';
import { toPercent } from '#ui/kit/format.ts';
import { getCutOut, isCuttingOut } from '../../in-place/cut-out-runs.ts';
import { getTransitionName, type Transition } from '../../transitions/transition-types.ts';
import { toSpoken } from '../clip-words.ts';
import { times } from '../times.ts';
import { keyframeMarks, volumeLine } from './clip-marks.ts';
import { beforeNotes, titleWithin, type ClipTitle } from './clip-title.ts';
import type { TimeRange } from '../geometry.ts';
import type { LaneView } from './lane-view.ts';
import { letterWidths } from './letter-widths.ts';
import type { TimelineView } from '../timeline-view.ts';
import { isLong, materialStart, pieceSeconds, stripHeights, stripIndices, stripPieces } from './strip-pieces.ts';

type Range = ReadonlySignal<TimeRange>;

/** The width in pixels below which a clip has no handles for its fades: they would cover it. */
const fadeHandlesPx = 72;

/**
 * The content of a clip: its material, its name, fades, volume and keyframes. It has few components and few elements, because
 * many clips may enter the view in one frame, and each takes time.
 */
export function ClipBody(props: {
  lanes: LaneView;
  item: Item;
  rowPx: number;
  /** Whether it has handles for its fades and its volume. */
  isHandled: boolean;
  badge: TransitionBadge;
  range: Range;
  says: string | null;
}) {
  const { lanes, item, rowPx, isHandled, badge, range, says } = props;
  const { view, titleZoom } = lanes;
  const stays = useMemo(
    () => computed(() => isLong(item, range.value, view.pixelsPerSecond.value)),
    [item, range],
  ).value;
  const widthPx = item.durationSeconds * titleZoom.value;
  const hasFadeHandles = isHandled && widthPx >= fadeHandlesPx;
  const title = titleWithin(item, widthPx, hasFadeHandles, letterWidths());
  return (
    <>
      {(item.type === 'video' || item.type === 'picture' || item.type === 'sound') && (
        <Material view={view} item={item} rowPx={rowPx} range={range} />
      )}
      {item.type !== 'sound' && item.transition && getTransition(item.transition, badge)}
      {isAnimated(item) && <Keyframes view={view} item={item} />}
      {'volume' in item && getVolume(item, isHandled)}
      {getFades(item, hasFadeHandles)}
      {says !== null ? saying(says, stays) : title.name !== '' && titleLine(title, { stays, hasFadeHandles })}
      {item.type === 'video' && isCuttingOut.value && <CutOutBadge item={item} />}
    </>
  );
}

/** The state of a transition: `alone` has no clip before it. */
export type TransitionBadge = 'plays' | 'alone' | 'chosen';

/** The badge of a transition, as long as the transition. A click selects it, and a drag changes its duration. */
const getTransition = (transition: Transition, badge: TransitionBadge) => (
  <span
    class="clip-transition"
    data-part="transition"
    data-alone={badge === 'alone' || undefined}
    data-chosen={badge === 'chosen' || undefined}
    title={
      badge === 'alone'
        ? 'No clip ends here, so this transition does not play.'
        : `${getTransitionName(transition)} ${toSpoken(transition.durationSeconds)}`
    }
    style={times({ '--span': transition.durationSeconds })}
  />
);

/** The thumbnails and the waveform of a clip, in pieces, of which those near the view are drawn. */
function Material(props: {
  view: TimelineView;
  item: Extract<Item, { assetId: string }>;
  rowPx: number;
  range: Range;
}) {
  const { view, item, rowPx, range } = props;
  // Depends only on their length and positions, so that most steps of the range render nothing.
  const places = useMemo(
    () =>
      computed(() => {
        const seconds = pieceSeconds(view.pixelsPerSecond.value);
        return [seconds, ...stripIndices(item, range.value, seconds)].join(' ');
      }),
    [item, range],
  ).value;
  const [length = 1, first = 0, end = 0] = places.split(' ').map(Number);
  const zoom = view.pixelsPerSecond.value;
  const speed = 'speed' in item ? item.speed : 1;
  const start = materialStart(item);
  const { picturesPx, soundPx } = stripHeights(item.type, rowPx);
  return stripPieces(item, [first, end], length).map(({ index, fromSeconds, toSeconds }, at, { length: count }) => {
    const span = { fromSeconds: fromSeconds * speed, toSeconds: toSeconds * speed };
    const left = toLayout((fromSeconds - start) * zoom);
    const place = { left, width: toLayout((toSeconds - start) * zoom) - left };
    return (
      <Fragment key={`${length} ${index}`}>
        {picturesPx > 0 && (
          <Filmstrip
            assetId={item.assetId}
            {...span}
            box={{ ...place, height: picturesPx }}
            isFirst={at === 0}
            isLast={at === count - 1}
          />
        )}
        {soundPx > 0 && <Waveform sound={item} {...span} box={{ ...place, height: soundPx }} />}
      </Fragment>
    );
  });
}

/** Rounds to 64ths of a pixel, in which Chromium and Safari lay out, so that adjacent pieces have no seam. */
const toLayout = (px: number): number => Math.round(px * 64) / 64;

/** Hebrew, Arabic and other scripts that are written from right to left. */
const fromRight = /[\u0590-\u08ff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** The name of a clip. It stays visible within a long clip; if each name could do so, each would be a separate layer. */
const titleLine = (
  { name, notes }: ClipTitle,
  { stays, hasFadeHandles }: { readonly stays: boolean; readonly hasFadeHandles: boolean },
) => (
  // The end of a name that is written from right to left is at its left.
  <span
    class={hasFadeHandles ? 'clip-title clip-title-between' : 'clip-title'}
    data-stays={stays || undefined}
    dir={fromRight.test(name) ? 'auto' : undefined}
  >
    {name}
    {notes !== '' && beforeNotes}
    {notes !== '' && <span class="clip-notes num">{notes}</span>}
  </span>
);

/** The readout of a gesture, which replaces the name of the clip. */
const saying = (says: string, stays: boolean) => (
  <span class="clip-title clip-says num" data-stays={stays || undefined}>
    {says}
  </span>
);

/** The progress of the background removal of a clip. */
function CutOutBadge({ item }: { item: Item }) {
  const run = useMemo(() => computed(() => getCutOut(item)), [item]).value;
  return (
    run && (
      <span class="clip-badge num">
        {run.stage}
        {run.share !== null && ` ${toPercent(run.share)}`}
      </span>
    )
  );
}

/** Marks along the lower edge. */
function Keyframes({ view, item }: { view: TimelineView; item: Item }) {
  const zoom = useComputed(() => 2 ** Math.round(Math.log2(view.pixelsPerSecond.value))).value;
  return (
    <>
      {keyframeMarks(item, zoom).map((seconds) => (
        <span key={seconds} class="clip-keyframe" style={times({ '--at': seconds })} />
      ))}
    </>
  );
}

/** A line at the height of the volume. At 100 % it is visible only while it can be dragged. */
const getVolume = (item: Extract<Item, { volume: unknown }>, isHandled: boolean) =>
  typeof item.volume === 'number' ? (
    (isHandled || item.volume !== 1) && (
      <span
        class="clip-volume-hold"
        data-part="volume"
        style={times({ '--level': 1 - Math.min(2, item.volume) / 2 })}
      />
    )
  ) : (
    <svg class="clip-volume" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <polyline points={volumeLine(item)} />
    </svg>
  );

/** The dark corners of the fades, and their handles, which are clipped at the ends of a short clip. */
function getFades(item: Item, hasHandles: boolean) {
  const fades = (
    [
      { edge: 'start', seconds: item.fadeInSeconds },
      { edge: 'end', seconds: item.fadeOutSeconds },
    ] as const
  )
    .filter(({ seconds }) => hasHandles || seconds > 0)
    .map(({ edge, seconds }) => (
      <span key={edge} class={`clip-fade clip-fade-${edge}`} style={times({ '--span': seconds })}>
        {hasHandles && <span class="clip-fade-hold" data-part="fade" data-edge={edge} />}
      </span>
    ));
  return hasHandles ? <span class="clip-fades">{fades}</span> : fades;
}
