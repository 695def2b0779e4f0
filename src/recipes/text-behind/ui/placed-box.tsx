import { useSignal, type Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Size } from '#core/lib/size.ts';
import { scaleSize, snapBox, tidy, turnedSize, type Guide, type Place } from './place-box.ts';

/** The distance within which a box snaps, in CSS pixels. */
const snapPx = 7;
const corners = ['top left', 'top right', 'bottom left', 'bottom right'] as const;

type BoxProps = {
  readonly picture: Size;
  /** The position of the text. */
  readonly place: Place;
  /** The size of its box, in pixels of the frame. */
  readonly box: Size;
  readonly rotation: number;
  /** The position during a drag; null without one. */
  readonly held: Signal<Place | null>;
  readonly onCommit: (place: Place, gesture?: string) => void;
};

/** The box of a text over the preview. It is moved, and scaled by its corners, with the pointer or the keyboard. */
export function PlacedBox(props: BoxProps) {
  const { picture, place, box, rotation, held, onCommit } = props;
  const frame = useRef<HTMLDivElement>(null);
  const guides = useSignal<readonly Guide[]>([]);
  const { move, scale } = useGestures(props, frame, guides);
  const shown = held.value ?? place;
  const grown = shown.sizePx / place.sizePx;
  const share = (length: number, whole: number): string => `${(100 * length) / whole}%`;
  const style = {
    left: share(shown.x, picture.width),
    top: share(shown.y, picture.height),
    width: share(box.width * grown, picture.width),
    height: share(box.height * grown, picture.height),
    transform: `translate(-50%, -50%) rotate(${rotation}deg)`,
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = stepBy(event, place);
    if (next) {
      event.preventDefault();
      onCommit(next, 'keys');
    }
  };
  return (
    <div ref={frame} class="place-frame">
      {guides.value.map(({ axis, at }) => (
        <span
          key={axis}
          class={`place-guide place-guide-${axis}`}
          style={axis === 'x' ? { left: share(at, picture.width) } : { top: share(at, picture.height) }}
        />
      ))}
      <div
        class="place-box"
        style={style}
        role="group"
        tabIndex={0}
        aria-label="Text: arrow keys move it, plus and minus change its size"
        onKeyDown={onKeyDown}
        {...move}
      >
        {corners.map((corner) => (
          <span key={corner} class={`drag-corner place-${corner.replace(' ', '-')}`} {...scale} />
        ))}
      </div>
    </div>
  );
}

/** Arrow keys move by a pixel, with Shift by ten; plus and minus scale by a hundredth, with Shift by a tenth. */
function stepBy({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent, place: Place): Place | null {
  const pixels = shiftKey ? 10 : 1;
  const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
  const grows = { '+': 1, '=': 1, '*': 1, '-': -1, _: -1 }[key] ?? 0;
  if (altKey || ctrlKey || metaKey || (x === 0 && y === 0 && grows === 0)) {
    return null;
  }
  const factor = 1 + grows * (shiftKey ? 0.1 : 0.01);
  return {
    x: tidy(place.x + (x ?? 0) * pixels),
    y: tidy(place.y + (y ?? 0) * pixels),
    sizePx: scaleSize(place.sizePx, 1, factor),
  };
}

type Point = { readonly x: number; readonly y: number };
type Grab = { readonly from: Point; readonly place: Place };

/** Handles drags of the box and of its corners. A drag is previewed immediately and committed at its end. */
function useGestures(
  { picture, place, box, rotation, held, onCommit }: BoxProps,
  frame: { readonly current: HTMLElement | null },
  guides: Signal<readonly Guide[]>,
) {
  const grab = useRef<Grab | null>(null);
  const perPixel = (): number => picture.width / (frame.current?.getBoundingClientRect().width || 1);
  const toPoint = ({ clientX, clientY }: PointerEvent): Point => {
    const { left = 0, top = 0 } = frame.current?.getBoundingClientRect() ?? {};
    return { x: (clientX - left) * perPixel(), y: (clientY - top) * perPixel() };
  };
  const gesture = (follow: (grab: Grab, to: Point, event: PointerEvent) => Place) => ({
    onPointerDown: (event: PointerEvent & { currentTarget: HTMLElement }) => {
      if (event.button === 0) {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        grab.current = { from: toPoint(event), place };
      }
    },
    onPointerMove: (event: PointerEvent) => {
      if (grab.current) {
        event.stopPropagation();
        held.value = follow(grab.current, toPoint(event), event);
      }
    },
    onPointerUp: () => stop(true),
    onPointerCancel: () => stop(false),
  });
  const stop = (isTaken: boolean): void => {
    const { value } = held;
    grab.current = null;
    guides.value = [];
    if (value && isTaken) {
      onCommit(value);
    }
    held.value = null;
  };
  return {
    move: gesture(({ from, place: was }, to, { altKey }) => {
      const wanted = { x: was.x + to.x - from.x, y: was.y + to.y - from.y };
      const snapped = snapBox(wanted, turnedSize(box, rotation), picture, altKey ? 0 : snapPx * perPixel());
      guides.value = snapped.guides;
      return { x: snapped.x, y: snapped.y, sizePx: was.sizePx };
    }),
    scale: gesture(({ from, place: was }, to) => {
      const distance = (point: Point): number => Math.hypot(point.x - was.x, point.y - was.y);
      return { ...was, sizePx: scaleSize(was.sizePx, distance(from), distance(to)) };
    }),
  };
}
