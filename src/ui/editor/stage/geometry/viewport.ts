import type { Point } from './place.ts';
import type { Size } from '#core/lib/size.ts';

/** The zoom of the canvas: fit into the stage, or CSS pixels per canvas pixel. */
export type Zoom = number | 'fit';

/** The position of the canvas: its top left corner in CSS pixels of the stage, and CSS pixels per canvas pixel. */
export type Frame = { readonly left: number; readonly top: number; readonly scale: number };

/** The margin around a canvas that fits, in CSS pixels. */
const marginPx = 16;

export const minZoom = 0.05;
export const maxZoom = 8;

/** Returns the scale at which a canvas fits into the stage. */
function fitScale(room: Size, canvas: Size): number {
  const [across, down] = [room.width - 2 * marginPx, room.height - 2 * marginPx];
  return Math.max(0.01, Math.min(across / canvas.width, down / canvas.height));
}

/** Returns the position of a canvas that was moved by `pan`, in CSS pixels from the middle. A canvas that fits is centered. */
export function getFrame(room: Size, canvas: Size, zoom: Zoom, pan: Point): Frame {
  const scale = zoom === 'fit' ? fitScale(room, canvas) : zoom;
  const moved = zoom === 'fit' ? { x: 0, y: 0 } : clampPan(room, canvas, scale, pan);
  return {
    scale,
    left: (room.width - scale * canvas.width) / 2 + moved.x,
    top: (room.height - scale * canvas.height) / 2 + moved.y,
  };
}

/** Limits a pan so that a part of the canvas stays visible. */
export function clampPan(room: Size, canvas: Size, scale: number, { x, y }: Point): Point {
  const most = (own: number, length: number): number => Math.max(0, (own + scale * length) / 2 - 48);
  const clamp = (value: number, limit: number): number => Math.min(limit, Math.max(-limit, value));
  return { x: clamp(x, most(room.width, canvas.width)), y: clamp(y, most(room.height, canvas.height)) };
}

/** Returns the pan at another zoom that keeps a point of the stage in place, in CSS pixels from its top left corner. */
export function panAt(room: Size, canvas: Size, frame: Frame, scale: number, at: Point): Point {
  const kept = { x: (at.x - frame.left) / frame.scale, y: (at.y - frame.top) / frame.scale };
  return {
    x: at.x - scale * kept.x - (room.width - scale * canvas.width) / 2,
    y: at.y - scale * kept.y - (room.height - scale * canvas.height) / 2,
  };
}

/** Converts a point of the stage to pixels of the canvas. */
export const toCanvas = ({ left, top, scale }: Frame, { x, y }: Point): Point => ({
  x: (x - left) / scale,
  y: (y - top) / scale,
});

/** Returns the next zoom up or down among the usual ones. */
export function nextZoom(scale: number, direction: 1 | -1): number {
  const steps = [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4];
  const found =
    direction > 0 ? steps.find((step) => step > scale * 1.01) : steps.findLast((step) => step < scale * 0.99);
  return found ?? (direction > 0 ? 4 : 0.1);
}
