import { useRef } from 'preact/hooks';
import { toTimecode } from '#ui/kit/format.ts';
import { Waveform } from '#ui/kit/strips/waveform.tsx';
import type { ReviewSession } from './review-session.ts';
import { getRemoved } from './cut-draft.ts';
import { CutShapes } from './cut-shapes.tsx';
import { Fitted } from './fitted.tsx';
import { Playhead } from './playhead.tsx';
import { fitWindow, zoomWindow, type ViewWindow } from './view-window.ts';

/** The whole clip with its cuts, and a draggable window over the part that the strip shows. */
export function CutOverview({ session }: { session: ReviewSession }) {
  const { list, material, audioTrack, shown, view } = session;
  const clipSeconds = list.beforeSeconds;
  const box = useRef<HTMLDivElement>(null);
  const grip = useRef<number | null>(null);
  const timeAt = (event: PointerEvent): number => {
    const { left, width } = box.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return ((event.clientX - left) / width) * clipSeconds;
  };
  const moveTo = (from: number): void => {
    view.value = fitWindow({ from, to: from + view.value.to - view.value.from }, clipSeconds);
  };
  return (
    <div class="tighten-overview-row">
      <div
        class="tighten-overview"
        ref={box}
        onPointerDown={(event) => {
          const { from, to } = view.value;
          const at = timeAt(event);
          event.currentTarget.setPointerCapture(event.pointerId);
          grip.current = at >= from && at <= to ? at - from : (to - from) / 2;
          moveTo(at - grip.current);
        }}
        onPointerMove={(event) => grip.current !== null && moveTo(timeAt(event) - grip.current)}
        onPointerUp={() => (grip.current = null)}
        onPointerCancel={() => (grip.current = null)}
      >
        <Fitted>
          {(place) => (
            <Waveform
              sound={{ assetId: material.material, audioTrack }}
              fromSeconds={0}
              toSeconds={clipSeconds}
              box={place}
            />
          )}
        </Fitted>
        <CutShapes cuts={getRemoved(shown)} window={getWhole(clipSeconds)} />
        <Playhead session={session} window={() => getWhole(clipSeconds)} />
        <Window session={session} onMove={moveTo} />
      </div>
      <Zoom session={session} />
    </div>
  );
}

/** The visible part, in its own component because it moves with the pointer. */
function Window({ session: { view, list }, onMove }: { session: ReviewSession; onMove: (from: number) => void }) {
  const { from, to } = view.value;
  const clipSeconds = list.beforeSeconds;
  const toShare = (seconds: number): string => `${(100 * seconds) / clipSeconds}%`;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: from - 0.1 * (to - from),
    ArrowRight: from + 0.1 * (to - from),
    PageUp: from - (to - from),
    PageDown: to,
    Home: 0,
    End: clipSeconds,
  };
  return (
    <div
      class="tighten-window"
      role="slider"
      tabIndex={0}
      aria-label="Visible part"
      aria-valuemin={0}
      aria-valuemax={Math.max(0, clipSeconds - (to - from))}
      aria-valuenow={from}
      aria-valuetext={`${toTimecode(from)} to ${toTimecode(to)}`}
      style={{ insetInlineStart: toShare(from), inlineSize: toShare(to - from) }}
      onKeyDown={(event) => {
        const next = steps[event.key];
        if (next !== undefined) {
          event.preventDefault();
          onMove(next);
        }
      }}
    />
  );
}

function Zoom({ session: { view, list, player } }: { session: ReviewSession }) {
  const zoom = (factor: number): void => {
    const { from, to } = view.value;
    const at = player.seconds.value;
    view.value = zoomWindow(view.value, factor, at >= from && at <= to ? at : (from + to) / 2, list.beforeSeconds);
  };
  const buttons: readonly [label: string, name: string, act: () => void][] = [
    ['−', 'Zoom out', () => zoom(2)],
    ['+', 'Zoom in', () => zoom(0.5)],
    ['All', 'All of the clip', () => (view.value = getWhole(list.beforeSeconds))],
  ];
  return (
    <div class="tighten-zoom">
      {buttons.map(([label, name, act]) => (
        <button key={name} type="button" class="button button-quiet" aria-label={name} title={name} onClick={act}>
          {label}
        </button>
      ))}
    </div>
  );
}

const getWhole = (clipSeconds: number): ViewWindow => ({ from: 0, to: clipSeconds });
