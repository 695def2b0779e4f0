import { batch } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { getDocumentSeconds } from '#core/timeline/schedule.ts';
import { useEditor, type Editor } from '../editor.ts';
import { zoomLimits, zoomTo } from './geometry.ts';

/** The zoom factor per pixel of the wheel or of a trackpad pinch, as an exponent. */
const zoomOfPixel = 0.004;

/** Zooms at the pointer while Ctrl, Cmd or Alt is held, which a trackpad pinch also reports; Shift scrolls through time. */
export function useWheel(scroller: RefObject<HTMLElement | null>): void {
  const editor = useEditor();
  useLayoutEffect(() => {
    const element = scroller.current;
    const onWheel = (event: WheelEvent): void => {
      if (!element || !(event.ctrlKey || event.metaKey || event.altKey)) {
        return;
      }
      event.preventDefault();
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
      zoomAround(editor, element, event.clientX, Math.exp(-pixels * zoomOfPixel));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  }, [editor]);
}

/** Zooms by a factor; the time under a point of the window stays in place. */
export function zoomAround(editor: Editor, element: HTMLElement, clientX: number, factor: number): void {
  const head = element.querySelector<HTMLElement>('.timeline-corner')?.offsetWidth ?? 0;
  setZoom(editor, editor.view.pixelsPerSecond.peek() * factor, clientX - element.getBoundingClientRect().left - head);
}

/** Sets the zoom, within its limits; the time at `anchorPx` from the left edge stays in place. */
function setZoom({ view, document }: Editor, wanted: number, anchorPx: number): void {
  const canvas = { durationSeconds: getDocumentSeconds(document.peek()), frameRate: document.peek().frameRate };
  const scale = { pixelsPerSecond: view.pixelsPerSecond.peek(), startSeconds: view.startSeconds.peek() };
  const next = zoomTo(scale, wanted, zoomLimits(canvas, view.widthPx.peek()), Math.max(0, anchorPx));
  batch(() => {
    view.pixelsPerSecond.value = next.pixelsPerSecond;
    view.startSeconds.value = next.startSeconds;
  });
}

/** Zooms by steps; the playhead stays in place if it is visible, otherwise the middle. */
export function zoomAtPlayhead(editor: Editor, pixelsPerSecond: number): void {
  const { view, transport } = editor;
  const playheadPx = (transport.seconds.peek() - view.startSeconds.peek()) * view.pixelsPerSecond.peek();
  const isSeen = playheadPx >= 0 && playheadPx <= view.widthPx.peek();
  setZoom(editor, pixelsPerSecond, isSeen ? playheadPx : view.widthPx.peek() / 2);
}
