import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { toTimecode } from '#ui/kit/format.ts';
import type { DraftPlayer } from '#ui/reviews/any/draft-player.ts';
import { listTicks } from '#ui/reviews/any/ticks.ts';
import { listStretches, type Sureness, type Track } from './track-path.ts';

const words: Readonly<Record<Sureness, string>> = { found: 'Found', uncertain: 'Uncertain', lost: 'Lost' };

type BarProps = { readonly track: Track; readonly player: DraftPlayer };

/** The confidence of the track over time: a seek bar with marks of the corrections. */
export function ConfidenceBar(props: BarProps) {
  const { track, player } = props;
  const { window, corrections } = track;
  const bar = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLSpanElement>(null);
  const share = (seconds: number): number =>
    (100 * (seconds - window.startSeconds)) / (window.endSeconds - window.startSeconds);
  useSignalEffect(() => {
    const { value } = player.seconds;
    line.current?.style.setProperty('inset-inline-start', `${Math.min(100, Math.max(0, share(value)))}%`);
    bar.current?.setAttribute('aria-valuenow', value.toFixed(2));
    bar.current?.setAttribute('aria-valuetext', toTimecode(value));
  });
  const stretches = listStretches(track);
  return (
    <div class="stack stack-tight">
      <div
        ref={bar}
        class="track-bar"
        role="slider"
        tabIndex={0}
        aria-label="Time along the track"
        aria-valuemin={window.startSeconds}
        aria-valuemax={window.endSeconds}
        aria-valuenow={window.startSeconds}
        {...seekHandlers(props, bar)}
      >
        {stretches.map(({ sureness, startSeconds, endSeconds }) => (
          <span
            key={startSeconds}
            class={`track-stretch track-${sureness}`}
            style={{
              insetInlineStart: `${share(startSeconds)}%`,
              inlineSize: `${share(endSeconds) - share(startSeconds)}%`,
            }}
          />
        ))}
        <Marks track={track} share={share} />
        <span ref={line} class="track-playhead" />
      </div>
      <Legend sures={stretches.map(({ sureness }) => sureness)} hasCorrections={corrections.length > 0} />
    </div>
  );
}

/** The times below the bar, and the marks of the corrections. */
function Marks({ track: { window, corrections }, share }: { track: Track; share: (seconds: number) => number }) {
  return (
    <>
      {listTicks(window.endSeconds - window.startSeconds, 400).map((seconds) => (
        <span
          key={seconds}
          class="bar-tick num"
          style={{ insetInlineStart: `${share(window.startSeconds + seconds)}%` }}
        >
          {toTimecode(window.startSeconds + seconds).replace(/\.00$/, '')}
        </span>
      ))}
      {corrections.map(({ atSeconds }) => (
        <span key={atSeconds} class="track-correction" style={{ insetInlineStart: `${share(atSeconds)}%` }} />
      ))}
    </>
  );
}

/** The number of frames that a key moves. */
const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -30,
  PageUp: 30,
};

function seekHandlers(
  { track: { window, frameRate }, player }: BarProps,
  bar: { readonly current: HTMLElement | null },
) {
  const seek = (seconds: number): void =>
    player.seek(Math.min(window.endSeconds, Math.max(window.startSeconds, seconds)));
  const seekTo = ({ clientX }: PointerEvent): void => {
    const { left, width } = bar.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    seek(window.startSeconds + ((window.endSeconds - window.startSeconds) * (clientX - left)) / width);
  };
  return {
    onPointerDown: (event: PointerEvent & { currentTarget: HTMLElement }) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      seekTo(event);
    },
    onPointerMove: (event: PointerEvent & { currentTarget: HTMLElement }) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) {
        seekTo(event);
      }
    },
    onKeyDown: (event: KeyboardEvent) => {
      const frames = (steps[event.key] ?? 0) * (event.shiftKey ? 10 : 1);
      const end = { Home: window.startSeconds, End: window.endSeconds }[event.key];
      if (frames !== 0 || end !== undefined) {
        event.preventDefault();
        seek(end ?? player.seconds.value + frames / frameRate);
      }
    },
  };
}

function Legend({ sures, hasCorrections }: { sures: readonly Sureness[]; hasCorrections: boolean }) {
  const shown = (['found', 'uncertain', 'lost'] as const).filter((one) => sures.includes(one));
  return (
    <p class="row small soft track-legend">
      {shown.map((sureness) => (
        <span key={sureness} class="track-legend-part">
          <span class={`track-key track-${sureness}`} />
          {words[sureness]}
        </span>
      ))}
      {hasCorrections && (
        <span class="track-legend-part">
          <span class="track-key track-key-correction" />
          Corrected
        </span>
      )}
    </p>
  );
}
