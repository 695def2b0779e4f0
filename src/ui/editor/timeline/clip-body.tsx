import { computed, useComputed, type ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Item } from '#core/timeline/document.ts';
import { Filmstrip } from '../../strips/filmstrip.tsx';
import { Waveform } from '../../strips/waveform.tsx';
import { toPercent } from '../../format.ts';
import { useEditor } from '../editor.ts';
import { cutOutOf } from '../in-place/cut-out-runs.ts';
import { times } from './times.ts';
import { isAnimated, keyframeMarks, volumeLine } from './clip-marks.ts';
import { titleOf, titleWithin, toSpoken } from './clip-words.ts';
import type { TimeRange } from './geometry.ts';
import { isLong, pieceSeconds, stripIndices, stripPieces } from './strip-pieces.ts';

type Range = ReadonlySignal<TimeRange>;

/**
 * What is seen within a clip: its material, its name, fades, volume and keyframes, and what the hand holds them by. Few of them
 * are components: many clips come into view in a frame, and every component takes its time.
 */
export function ClipBody(props: { item: Item; isSelected: boolean; range: Range; says: string | null }) {
  const { item, isSelected, range, says } = props;
  const { view } = useEditor();
  const stays = useMemo(
    () => computed(() => isLong(item, range.value, view.pixelsPerSecond.value)),
    [item, range],
  ).value;
  const title = useMemo(
    () => computed(() => titleWithin(titleOf(item), item.durationSeconds * view.pixelsPerSecond.value)),
    [item],
  ).value;
  return (
    <>
      <div class="clip-body" data-part="body">
        {(item.type === 'video' || item.type === 'picture' || item.type === 'sound') && (
          <Material item={item} range={range} />
        )}
        {item.type !== 'sound' && item.transition && (
          <span class="clip-transition" style={times({ '--span': item.transition.durationSeconds })} />
        )}
        {isAnimated(item) && <Keyframes item={item} />}
        {'volume' in item && volumeOf(item)}
        {fadesOf(item, isSelected)}
        {says !== null ? saying(says, stays) : title !== '' && titleLine(title, item, stays)}
        {item.type === 'video' && <CutOutBadge item={item} />}
      </div>
      {/* Not within the body, which clips what reaches beyond it: a finger needs more room than a short clip has. */}
      <span class="clip-edge clip-edge-start" data-part="edge" data-edge="start" />
      <span class="clip-edge clip-edge-end" data-part="edge" data-edge="end" />
    </>
  );
}

/** The pictures and the sound of a clip, in pieces of which those that are near the view are drawn. */
function Material({ item, range }: { item: Extract<Item, { assetId: string }>; range: Range }) {
  const { view } = useEditor();
  // By their length and places alone, so that most steps of the range render nothing.
  const places = useMemo(
    () =>
      computed(() => {
        const seconds = pieceSeconds(view.pixelsPerSecond.value);
        return [seconds, ...stripIndices(item, range.value, seconds)].join(' ');
      }),
    [item, range],
  ).value;
  const [length = 1, first = 0, end = 0] = places.split(' ').map(Number);
  const speed = 'speed' in item ? item.speed : 1;
  return (
    <div class="clip-material" aria-hidden="true">
      {stripPieces(item, [first, end], length).map((piece, index) => {
        const span = { fromSeconds: piece.fromSeconds * speed, toSeconds: piece.toSeconds * speed };
        const place = { '--piece-length': piece.toSeconds - piece.fromSeconds };
        return (
          <div
            key={`${length} ${piece.index}`}
            class="clip-piece"
            style={times(index === 0 ? { ...place, '--piece': piece.fromSeconds } : place)}
          >
            {item.type !== 'sound' && <Filmstrip assetId={item.assetId} {...span} />}
            {item.type !== 'picture' && <Waveform assetId={item.assetId} {...span} />}
          </div>
        );
      })}
    </div>
  );
}

/** The name of a clip. Of a long clip it stays in sight; one that could do so everywhere would be a layer of its own in each. */
const titleLine = (title: string, item: Item, stays: boolean) => (
  <span class="clip-title" data-stays={stays || undefined}>
    {title} <span class="clip-length num">{toSpoken(item.durationSeconds)}</span>
    {'speed' in item && item.speed !== 1 && <span class="clip-length num"> {item.speed}×</span>}
  </span>
);

/** What a gesture makes of the clip, in the place of its name. */
const saying = (says: string, stays: boolean) => (
  <span class="clip-title clip-says num" data-stays={stays || undefined}>
    {says}
  </span>
);

/** How far the run is that takes the background of a clip away. */
function CutOutBadge({ item }: { item: Item }) {
  const run = useMemo(() => computed(() => cutOutOf(item)), [item]).value;
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
function Keyframes({ item }: { item: Item }) {
  const { view } = useEditor();
  const zoom = useComputed(() => 2 ** Math.round(Math.log2(view.pixelsPerSecond.value))).value;
  return (
    <>
      {keyframeMarks(item, zoom).map((seconds) => (
        <span key={seconds} class="clip-keyframe" style={times({ '--at': seconds })} />
      ))}
    </>
  );
}

const volumeOf = (item: Extract<Item, { volume: unknown }>) =>
  typeof item.volume === 'number' ? (
    <span class="clip-volume-hold" data-part="volume" style={times({ '--level': 1 - Math.min(2, item.volume) / 2 })} />
  ) : (
    <svg class="clip-volume" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <polyline points={volumeLine(item)} />
    </svg>
  );

/** The dark corners of the fades, and their handles. */
const fadesOf = (item: Item, isHandled: boolean) =>
  (
    [
      { edge: 'start', seconds: item.fadeInSeconds },
      { edge: 'end', seconds: item.fadeOutSeconds },
    ] as const
  )
    .filter(({ seconds }) => isHandled || seconds > 0)
    .map(({ edge, seconds }) => (
      <span key={edge} class={`clip-fade clip-fade-${edge}`} style={times({ '--span': seconds })}>
        {isHandled && <span class="clip-fade-hold" data-part="fade" data-edge={edge} />}
      </span>
    ));
