import { useComputed } from '@preact/signals';
import { useEditor } from '../../editor.ts';
import { getClickedGap } from '../magnet.ts';
import { times, type Times } from '../times.ts';

/** The overlays of gestures on the tracks: the snap line, the selection box, a new track, a drop, and copied clips. */
export function Marks() {
  return (
    <>
      <SnapLine />
      <Marquee />
      <NewTrack />
      <GapMark />
      <DropGhost />
      <Stays />
    </>
  );
}

function SnapLine() {
  const { view } = useEditor();
  const at = useComputed(() => view.gesture.value?.snapSeconds ?? null).value;
  return at === null ? null : <div class="snap-line" style={times({ '--at': at })} aria-hidden="true" />;
}

function Marquee() {
  const { view } = useEditor();
  const marquee = view.marquee.value;
  return (
    marquee && (
      <div
        class="marquee"
        aria-hidden="true"
        style={{
          ...getSpan(marquee.fromSeconds, marquee.toSeconds - marquee.fromSeconds),
          top: `calc(var(--ruler) + ${Math.max(0, marquee.topPx)}px)`,
          blockSize: `${marquee.bottomPx - Math.max(0, marquee.topPx)}px`,
        }}
      />
    )
  );
}

function NewTrack() {
  const { view } = useEditor();
  const side = useComputed(() => view.gesture.value?.newTrack ?? null).value;
  return side === null ? null : (
    <div class={`new-track new-track-${side}`} aria-hidden="true">
      New track
    </div>
  );
}

/** The gap that was clicked, which Delete closes. */
function GapMark() {
  const editor = useEditor();
  const gap = useComputed(() => getClickedGap(editor)).value;
  return (
    gap && (
      <div
        class="gap-mark"
        aria-hidden="true"
        style={{
          ...getSpan(gap.startSeconds, gap.endSeconds - gap.startSeconds),
          top: `calc(var(--ruler) + ${gap.topPx}px)`,
          blockSize: `${gap.heightPx}px`,
        }}
      />
    )
  );
}

/** The place of a material that is dragged over the tracks. */
function DropGhost() {
  const { view } = useEditor();
  const place = view.drop.value;
  return (
    place && (
      <div
        class="drop-ghost"
        aria-hidden="true"
        style={{
          ...getSpan(place.atSeconds, place.durationSeconds),
          top: place.topPx === null ? 'var(--ruler)' : `calc(var(--ruler) + ${place.topPx}px)`,
          blockSize: `${place.heightPx}px`,
        }}
      >
        {(place.topPx === null || place.newTrack !== null) && 'New track'}
      </div>
    )
  );
}

/** The originals of dragged copies, which stay in place. */
function Stays() {
  const { view } = useEditor();
  const stays = useComputed(() => view.gesture.value?.stays ?? null).value;
  return (
    <>
      {stays?.map(({ item, topPx, heightPx }) => (
        <div
          key={item.id}
          class="clip-stays"
          aria-hidden="true"
          style={{
            ...getSpan(item.startSeconds, item.durationSeconds),
            top: `calc(var(--ruler) + ${topPx}px)`,
            blockSize: `${heightPx}px`,
          }}
        >
          {item.name}
        </div>
      ))}
    </>
  );
}

const getSpan = (at: number, span: number): Times => ({ '--at': at, '--span': span });
