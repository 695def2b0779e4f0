import { useComputed } from '@preact/signals';
import type { CSSProperties } from 'preact';
import { useEditor } from '../editor.ts';

type Times = CSSProperties & Record<`--${string}`, number>;
const times = (values: Record<`--${string}`, number>): Times => values;

/** What gestures draw over the tracks: where an edge snaps, the frame that selects, where a new track would be, what is refused. */
export function Marks() {
  return (
    <>
      <SnapLine />
      <Marquee />
      <NewTrack />
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
          ...times({ '--at': marquee.fromSeconds, '--span': marquee.toSeconds - marquee.fromSeconds }),
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
