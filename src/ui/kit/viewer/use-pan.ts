import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { clampZoom, zoomAt, type Zoom } from './compose.ts';

/** A point of the stage, in shares of its width and height, 0..1. */
type Point = { readonly x: number; readonly y: number };
type Change = (toNext: (zoom: Zoom) => Zoom) => void;

/** Pans a zoomed image by dragging, and zooms by pinching or by the wheel with Ctrl. */
export function usePan(box: RefObject<HTMLElement | null>, zoom: Zoom, onChange: (zoom: Zoom) => void): void {
  const latest = useRef({ zoom, onChange });
  latest.current = { zoom, onChange };
  useLayoutEffect(() => {
    const element = box.current;
    const controller = new AbortController();
    if (element) {
      const change: Change = (toNext) => {
        // Updated here too: several events may fire before the next render.
        latest.current.zoom = toNext(latest.current.zoom);
        latest.current.onChange(latest.current.zoom);
      };
      followPointers(element, change, controller.signal);
      followWheel(element, change, controller.signal);
    }
    return () => controller.abort();
  }, []);
}

function followPointers(element: HTMLElement, change: Change, signal: AbortSignal): void {
  const pointers = new Map<number, Point>();
  const press = (event: PointerEvent): void => {
    const isOnControl = event.target instanceof Element && event.target.closest('[role=slider]') !== null;
    if (!isOnControl && event.button === 0) {
      element.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, toPoint(element, event));
    }
  };
  const move = (event: PointerEvent): void => {
    const from = pointers.get(event.pointerId);
    if (from) {
      const to = toPoint(element, event);
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      change((zoom) => toMoved(zoom, from, to, other));
      pointers.set(event.pointerId, to);
    }
  };
  const release = (event: PointerEvent): void => void pointers.delete(event.pointerId);
  element.addEventListener('pointerdown', press, { signal });
  element.addEventListener('pointermove', move, { signal });
  element.addEventListener('pointerup', release, { signal });
  element.addEventListener('pointercancel', release, { signal });
}

function followWheel(element: HTMLElement, change: Change, signal: AbortSignal): void {
  const turn = (event: WheelEvent): void => {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      const point = toPoint(element, event);
      change((zoom) => zoomAt(zoom, zoom.scale * Math.exp(-event.deltaY / 200), point));
    }
  };
  element.addEventListener('wheel', turn, { signal, passive: false });
}

function toPoint(element: HTMLElement, { clientX, clientY }: MouseEvent): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: (clientX - left) / width, y: (clientY - top) / height };
}

/** Returns the zoom after a pointer has moved: one pointer pans, two pinch. */
function toMoved(zoom: Zoom, from: Point, to: Point, other: Point | undefined): Zoom {
  if (!other) {
    return clampZoom({ ...zoom, x: zoom.x + to.x - from.x, y: zoom.y + to.y - from.y });
  }
  const before = Math.hypot(from.x - other.x, from.y - other.y);
  const after = Math.hypot(to.x - other.x, to.y - other.y);
  return zoomAt(zoom, (zoom.scale * after) / Math.max(0.01, before), {
    x: (to.x + other.x) / 2,
    y: (to.y + other.y) / 2,
  });
}
