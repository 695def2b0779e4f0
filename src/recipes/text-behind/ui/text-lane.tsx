import { useSignal } from '@preact/signals';
import { useDrag } from '#ui/kit/drag.ts';
import { toTimecode } from '#ui/kit/format.ts';
import { Lane, WholeLength } from '#ui/reviews/any/timeline/review-timeline.tsx';
import { toTime, type Timeline } from '#ui/reviews/any/timeline/timeline.ts';
import type { Edited } from './edited.ts';

type Window = Edited['window'];

/** The time of the text in the clip. Its ends are dragged, or moved by frames with the arrow keys. */
export function TextLane(props: {
  timeline: Timeline;
  edited: Edited;
  /** The proposed time window, which can be shortened. */
  within: Window;
  onChange: (change: Partial<Edited>, gesture?: string) => void;
}) {
  const { timeline, edited, within, onChange } = props;
  const { durationSeconds } = timeline;
  const tried = useSignal<Window | null>(null);
  const { startSeconds, endSeconds } = tried.value ?? edited.window;
  const end = { timeline, within, window: edited.window, tried, onCommit: (window: Window) => onChange({ window }) };
  return (
    <Lane name="Text">
      <WholeLength timeline={timeline}>
        <div class="text-lane">
          <div
            class="text-block"
            style={{
              insetInlineStart: `${(100 * startSeconds) / durationSeconds}%`,
              inlineSize: `${(100 * (endSeconds - startSeconds)) / durationSeconds}%`,
            }}
          >
            <span class="text-block-name">{edited.text}</span>
            <End {...end} edge="startSeconds" />
            <End {...end} edge="endSeconds" />
          </div>
        </div>
      </WholeLength>
    </Lane>
  );
}

/** The minimum duration of a text. */
const minSeconds = 0.1;

type EndProps = {
  readonly timeline: Timeline;
  readonly within: Window;
  readonly window: Window;
  readonly edge: keyof Window;
  /** The window during a drag. */
  readonly tried: { value: Window | null };
  readonly onCommit: (window: Window) => void;
};

function End({ timeline, within, window, edge, tried, onCommit }: EndProps) {
  const isStart = edge === 'startSeconds';
  const least = isStart ? within.startSeconds : window.startSeconds + minSeconds;
  const most = isStart ? window.endSeconds - minSeconds : within.endSeconds;
  const toWindow = (seconds: number): Window => {
    const framed = Math.round(seconds * timeline.frameRate) / timeline.frameRate;
    return { ...window, [edge]: Math.min(most, Math.max(least, framed)) };
  };
  const startDrag = useDrag<Element | null>({
    move: (_, { clientX }, track) => (tried.value = toWindow(toTime(timeline, track, clientX))),
    end: (isDone) => {
      const { value } = tried;
      tried.value = null;
      if (isDone && value) {
        onCommit(value);
      }
    },
  });
  const seconds = (tried.value ?? window)[edge];
  return (
    <div
      class={isStart ? 'text-end text-end-start' : 'text-end'}
      role="slider"
      tabIndex={0}
      aria-label={isStart ? 'Start of the text' : 'End of the text'}
      aria-orientation="horizontal"
      aria-valuemin={least}
      aria-valuemax={most}
      aria-valuenow={seconds}
      aria-valuetext={toTimecode(seconds)}
      onPointerDown={(event) => startDrag(event, event.currentTarget.closest('.time-track'))}
      onKeyDown={(event) => {
        const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (by !== undefined) {
          event.preventDefault();
          onCommit(toWindow(seconds + (by * (event.shiftKey ? 10 : 1)) / timeline.frameRate));
        }
      }}
    />
  );
}
