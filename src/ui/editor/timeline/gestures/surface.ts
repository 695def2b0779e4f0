import { getDocumentSeconds } from '#core/timeline/schedule.ts';
import type { Editor } from '../../editor.ts';
import { latestStart } from '../geometry.ts';
import { rowAt, getRows, type Row } from '../rows.ts';
import { snapPx, snapTargets } from '../snapping.ts';
import type { Snapping } from './plan.ts';

/** The area of gestures: the element that scrolls, with the track heads at its left and the ruler on top. */
export type Surface = {
  readonly editor: Editor;
  readonly element: HTMLElement;
  /** The width of the heads and the height of the ruler, in pixels. */
  readonly headPx: number;
  readonly rulerPx: number;
  readonly isPhone: boolean;
};

/** The distance from an edge within which a drag scrolls, and the max scroll per frame. Pixels. */
const scrollZone = 36;
const scrollStep = 14;

/** Returns the time under a point of the window; never before the start. */
export const secondsAt = (surface: Surface, clientX: number): number => Math.max(0, timeAt(surface, clientX));

function timeAt({ editor: { view }, element, headPx }: Surface, clientX: number): number {
  const x = clientX - element.getBoundingClientRect().left - headPx;
  return view.startSeconds.peek() + x / view.pixelsPerSecond.peek();
}

/** Returns the height under a point of the window, from the top of the tracks. */
export const heightAt = ({ element, rulerPx }: Surface, clientY: number): number =>
  clientY - element.getBoundingClientRect().top - rulerPx + element.scrollTop;

/** Returns the rows of the document, and the index of the one under a point of the window. */
export function rowUnder(surface: Surface, clientY: number): { readonly rows: readonly Row[]; readonly index: number } {
  const rows = getRows(surface.editor.document.peek(), surface.isPhone);
  return { rows, index: rowAt(rows, heightAt(surface, clientY)) };
}

/**
 * Returns the snap targets for a gesture that moves these items, as of the start of the gesture. Without snapping, or while it
 * is paused, the list is empty.
 */
export function snappingFor(
  { editor }: Surface,
  { movedIds, hasPlayhead = true }: { readonly movedIds: ReadonlySet<string>; readonly hasPlayhead?: boolean },
): (isPaused: boolean) => Snapping {
  const { view, transport, document } = editor;
  const playheadSeconds = hasPlayhead ? transport.seconds.peek() : null;
  const targets = snapTargets(document.peek(), { playheadSeconds, movedIds });
  return (isPaused) =>
    view.isSnapping.peek() && !isPaused
      ? { targets, toleranceSeconds: snapPx / view.pixelsPerSecond.peek() }
      : { targets: [], toleranceSeconds: 0 };
}

/** Scrolls while a drag is near an edge, up to the end of the layout. */
export function scrollAtEdges(
  { editor: { view, document }, element, headPx, rulerPx }: Surface,
  clientX: number,
  clientY: number,
): void {
  const box = element.getBoundingClientRect();
  const right = Math.max(0, clientX - (box.right - scrollZone));
  const left = Math.max(0, box.left + headPx + scrollZone - clientX);
  const across = Math.min(scrollStep, right) - Math.min(scrollStep, left);
  if (across !== 0) {
    const zoom = view.pixelsPerSecond.peek();
    const latest = latestStart(getDocumentSeconds(document.peek()), zoom, view.widthPx.peek());
    // The element stops there too, and sends no scroll event beyond.
    view.startSeconds.value = Math.min(latest, Math.max(0, view.startSeconds.peek() + across / zoom));
  }
  const below = Math.max(0, clientY - (box.bottom - scrollZone));
  const above = Math.max(0, box.top + rulerPx + scrollZone / 2 - clientY);
  const down = Math.min(scrollStep, below) - Math.min(scrollStep, above);
  if (down !== 0) {
    element.scrollTop += down / 2;
  }
}
