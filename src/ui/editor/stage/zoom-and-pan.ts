import { followPointer } from '#ui/kit/drag.ts';
import type { Editor } from '../editor.ts';
import type { Point } from './geometry/place.ts';
import { clampPan } from './geometry/viewport.ts';
import { frameIn, zoomTo } from './stage-view.ts';

/** The zoom factor per pixel of wheel movement, as an exponent. */
const zoomOfPixel = 0.003;

/**
 * Zooms by Ctrl and the wheel or by two fingers. Pans a zoomed canvas by the wheel, by the middle button and while Space is
 * held. Returns an unsubscribe function.
 */
export function listenToZoomAndPan(element: HTMLElement, editor: Editor): () => void {
  const over = new AbortController();
  const { signal } = over;
  const { stage, shown } = editor;
  const observer = new ResizeObserver(() => {
    stage.room.value = { width: element.clientWidth, height: element.clientHeight };
  });
  observer.observe(element);
  const at = (event: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const onWheel = (event: WheelEvent): void => {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      const { scale } = frameIn(stage, shown.value);
      zoomTo(stage, shown.value, scale * Math.exp(-event.deltaY * zoomOfPixel), at(event));
    } else if (stage.zoom.value !== 'fit') {
      event.preventDefault();
      panBy(editor, stage.pan.value, { x: -event.deltaX, y: -event.deltaY });
    }
  };
  element.addEventListener('wheel', onWheel, { signal, passive: false });
  listenToSpace(element, editor, signal);
  listenToFingers(element, editor, at, signal);
  return () => {
    over.abort();
    observer.disconnect();
  };
}

function panBy({ stage, shown }: Editor, from: Point, by: Point): void {
  const { scale } = frameIn(stage, shown.value);
  stage.pan.value = clampPan(stage.room.value, shown.value, scale, { x: from.x + by.x, y: from.y + by.y });
}

/** Pans with the pointer. A canvas that fits keeps its size and position, but gets its own zoom. */
function startPan(event: PointerEvent, editor: Editor): void {
  const { stage, shown } = editor;
  event.preventDefault();
  if (stage.zoom.value === 'fit') {
    zoomTo(stage, shown.value, frameIn(stage, shown.value).scale);
  }
  const from = stage.pan.value;
  followPointer(event, { move: (by) => panBy(editor, from, by) });
}

/** Space pans while it is held over the stage, and otherwise plays: only its release can distinguish the two. */
function listenToSpace(element: HTMLElement, editor: Editor, signal: AbortSignal): void {
  let isOver = false;
  let held: 'no' | 'unused' | 'used' = 'no';
  const letGo = (): void => {
    held = 'no';
    element.classList.remove('stage-view-grab');
  };
  element.addEventListener('pointerenter', () => (isOver = true), { signal });
  element.addEventListener('pointerleave', () => (isOver = false), { signal });
  const isFree = (target: EventTarget | null): boolean =>
    target instanceof Element && (target === document.body || element.contains(target)) && !target.matches('textarea');
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === ' ' && isOver && isFree(event.target)) {
      event.preventDefault();
      event.stopPropagation();
      held = held === 'no' ? 'unused' : held;
      element.classList.add('stage-view-grab');
    }
  };
  const onKeyUp = (event: KeyboardEvent): void => {
    if (event.key === ' ' && held !== 'no') {
      event.preventDefault();
      if (held === 'unused') {
        editor.transport.toggle();
      }
      letGo();
    }
  };
  window.addEventListener('keydown', onKeyDown, { signal, capture: true });
  window.addEventListener('keyup', onKeyUp, { signal, capture: true });
  window.addEventListener('blur', letGo, { signal });
  const onPress = (event: PointerEvent): void => {
    if (event.button === 1 || (event.button === 0 && held !== 'no')) {
      held = held === 'no' ? 'no' : 'used';
      event.stopPropagation();
      startPan(event, editor);
    }
  };
  element.addEventListener('pointerdown', onPress, { signal, capture: true });
}

/** Two fingers zoom about the point between them and pan with it. */
function listenToFingers(
  element: HTMLElement,
  editor: Editor,
  at: (event: MouseEvent) => Point,
  signal: AbortSignal,
): void {
  const { stage, shown } = editor;
  const fingers = new Map<number, Point>();
  const measure = (): { middle: Point; apart: number } | null => {
    const [one, other] = [...fingers.values()];
    return one && other
      ? {
          middle: { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 },
          apart: Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)),
        }
      : null;
  };
  const onDown = (event: PointerEvent): void => {
    if (event.pointerType === 'touch') {
      fingers.set(event.pointerId, at(event));
    }
    if (fingers.size > 1) {
      // A second finger cancels the gesture of the first one.
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
      event.stopPropagation();
    }
  };
  const onMove = (event: PointerEvent): void => {
    const before = measure();
    if (!fingers.has(event.pointerId)) {
      return;
    }
    fingers.set(event.pointerId, at(event));
    const after = measure();
    if (before && after) {
      const { scale } = frameIn(stage, shown.value);
      zoomTo(stage, shown.value, (scale * after.apart) / before.apart, before.middle);
      panBy(editor, stage.pan.value, { x: after.middle.x - before.middle.x, y: after.middle.y - before.middle.y });
    }
  };
  const onUp = (event: PointerEvent): void => void fingers.delete(event.pointerId);
  element.addEventListener('pointerdown', onDown, { signal, capture: true });
  window.addEventListener('pointermove', onMove, { signal });
  window.addEventListener('pointerup', onUp, { signal });
  window.addEventListener('pointercancel', onUp, { signal });
}
