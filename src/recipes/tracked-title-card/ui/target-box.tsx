import { useSignal, useSignalEffect, type Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { TrackBox } from '#core/analysis/track.ts';
import type { Size } from '#core/lib/size.ts';
import type { DraftPlayer } from '#ui/reviews/any/draft-player.ts';
import { boxAt, moveBox, stretchBox, toLines, type Edges, type Track } from './track-path.ts';

const corners: readonly (Edges & { readonly name: string })[] = [
  { name: 'top-left', x: 'left', y: 'top' },
  { name: 'top-right', x: 'right', y: 'top' },
  { name: 'bottom-left', x: 'left', y: 'bottom' },
  { name: 'bottom-right', x: 'right', y: 'bottom' },
];

type OverlayProps = {
  readonly track: Track;
  readonly picture: Size;
  readonly player: DraftPlayer;
  /** Sets the position of the target in the shown frame. */
  readonly onCorrect: (box: TrackBox, gesture?: string) => void;
};

/** The path of the target over the preview, and its box in the shown frame, which the user can correct. */
export function TargetOverlay(props: OverlayProps) {
  const { track, picture } = props;
  return (
    <div class="target-frame">
      <svg class="target-path" viewBox={`0 0 ${picture.width} ${picture.height}`} aria-hidden="true">
        {toLines(track).map(({ sureness, points }, index) => (
          <polyline
            key={index}
            class={`target-line target-${sureness}`}
            points={points}
            vector-effect="non-scaling-stroke"
          />
        ))}
      </svg>
      <TargetBox {...props} />
    </div>
  );
}

/** The box follows the shown frame without a render of the page. */
function TargetBox({ track, picture, player, onCorrect }: OverlayProps) {
  const element = useRef<HTMLDivElement>(null);
  const held = useSignal<TrackBox | null>(null);
  const now = useSignal(track);
  now.value = track;
  useSignalEffect(() => {
    const box = held.value ?? boxAt(now.value, player.seconds.value);
    const { current } = element;
    if (current) {
      current.hidden = !box || isOutside(now.value, player.seconds.value);
      const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 };
      const share = (length: number, whole: number): string => `${(100 * length) / whole}%`;
      Object.assign(current.style, {
        left: share(x, picture.width),
        top: share(y, picture.height),
        width: share(width, picture.width),
        height: share(height, picture.height),
      });
      current.dataset['state'] = held.value ? 'tracked' : (boxAt(now.value, player.seconds.value)?.state ?? 'lost');
    }
  });
  const shown = (): TrackBox | undefined => boxAt(track, player.seconds.value);
  const gesture = useBoxGesture(element, held, shown, onCorrect);
  return (
    <div
      ref={element}
      class="target-box"
      role="group"
      tabIndex={0}
      aria-label="The target in this frame: arrow keys move its box, plus and minus change its size"
      onKeyDown={(event) => {
        const box = shown();
        const next = box && stepBy(event, box, picture);
        if (next) {
          event.preventDefault();
          onCorrect(next, 'keys');
        }
      }}
      {...gesture((box, by) => moveBox(box, by, picture), picture)}
    >
      {corners.map(({ name, ...edges }) => (
        <span
          key={name}
          class={`drag-corner target-${name}`}
          {...gesture((box, by) => stretchBox(box, edges, by, picture), picture)}
        />
      ))}
    </div>
  );
}

const isOutside = ({ window }: Track, seconds: number): boolean =>
  seconds < window.startSeconds - 0.05 || seconds > window.endSeconds + 0.05;

function stepBy(event: KeyboardEvent, { x, y, width, height }: TrackBox, picture: Size): TrackBox | null {
  const pixels = event.shiftKey ? 10 : 1;
  const [across, down] =
    { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [];
  const grows = { '+': 1, '=': 1, '*': 1, '-': -1, _: -1 }[event.key];
  if (event.altKey || event.ctrlKey || event.metaKey) {
    return null;
  }
  const box = { x, y, width, height };
  if (across !== undefined && down !== undefined) {
    return moveBox(box, { x: across * pixels, y: down * pixels }, picture);
  }
  const by = { x: (grows ?? 0) * pixels, y: (grows ?? 0) * pixels };
  return grows === undefined ? null : stretchBox(box, { x: 'right', y: 'bottom' }, by, picture);
}

type Point = { readonly x: number; readonly y: number };

/** Handles a drag of the box or of a corner. It is previewed immediately and committed at its end. */
function useBoxGesture(
  element: { readonly current: HTMLElement | null },
  held: Signal<TrackBox | null>,
  shown: () => TrackBox | undefined,
  onCorrect: (box: TrackBox) => void,
) {
  const grab = useRef<{ readonly from: Point; readonly box: TrackBox } | null>(null);
  const stop = (isTaken: boolean): void => {
    const { value } = held;
    grab.current = null;
    if (value && isTaken) {
      onCorrect(value);
    }
    held.value = null;
  };
  return (follow: (box: TrackBox, by: Point) => TrackBox, picture: Size) => ({
    onPointerDown: (event: PointerEvent & { currentTarget: HTMLElement }) => {
      const box = shown();
      if (event.button === 0 && box) {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        const { x, y, width, height } = box;
        grab.current = { from: { x: event.clientX, y: event.clientY }, box: { x, y, width, height } };
      }
    },
    onPointerMove: (event: PointerEvent) => {
      if (grab.current) {
        event.stopPropagation();
        const { from, box } = grab.current;
        const perPixel = picture.width / (element.current?.parentElement?.clientWidth || 1);
        held.value = follow(box, { x: (event.clientX - from.x) * perPixel, y: (event.clientY - from.y) * perPixel });
      }
    },
    onPointerUp: () => stop(true),
    onPointerCancel: () => stop(false),
  });
}
