import { useComputed, useSignal, useSignalEffect, type ReadonlySignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { getDocumentSeconds } from '#core/timeline/schedule.ts';
import { useEditor, type Editor } from '../editor.ts';
import { getClips } from './clips.ts';
import { contentSeconds, fit, zoomLimits } from './geometry.ts';
import { Marks } from './lane-marks.tsx';
import { PlayheadLine } from './playhead.tsx';
import { revealed } from './reveal.ts';
import { getHeight, maxRows, getRows, visibleRows } from './rows.ts';
import { Ruler } from './ruler.tsx';
import { TrackRow } from './track-row.tsx';
import { focusClip, useClipKeys } from './use-clip-keys.ts';
import { usePointers } from './use-pointers.ts';
import { useTouch } from './use-touch.ts';
import { useWheel } from './use-wheel.ts';

/** The ruler, the track heads and the lanes, which scroll together; rows and clips outside the view are not rendered. */
export function TimelineTracks() {
  const editor = useEditor();
  const { view, document, shown } = editor;
  const scroller = useRef<HTMLDivElement>(null);
  const seen = useSignal({ topPx: 0, heightPx: 600 });
  const isPhone = useSignal(false);
  // During a gesture of the timeline, its preview shows the clips, and rows stay as they are.
  const base = useComputed(() => (view.gesture.value ? document.value : shown.value)).value;
  // Unchanged rows keep their identity, so that scrolling does not render them again.
  const rows = useMemo(() => getRows(base, isPhone.value), [base, isPhone.value]);
  useScrolling(scroller, (topPx, heightPx, isNarrow) => {
    const before = seen.peek();
    seen.value = before.topPx === topPx && before.heightPx === heightPx ? before : { topPx, heightPx };
    view.rowsMost.value = maxRows(heightPx);
    isPhone.value = isNarrow;
  });
  useReveal(scroller, isPhone);
  usePointers(scroller, isPhone);
  useWheel(scroller);
  useTouch(scroller);
  const onKeyDown = useClipKeys();
  const tabStop = useTabStop(base);
  return (
    <div class="timeline-scroller" ref={scroller} onKeyDown={onKeyDown} data-tool={view.tool.value}>
      <div class="timeline-content" style={{ blockSize: `calc(var(--ruler) + ${getHeight(rows)}px + 40px)` }}>
        <div class="timeline-top">
          <span class="timeline-corner" />
          <Ruler frameRate={base.frameRate} />
        </div>
        {visibleRows(rows, seen.value.topPx, seen.value.heightPx).map((row) => (
          <TrackRow
            key={row.track.id}
            row={row}
            number={rows.indexOf(row)}
            frameRate={base.frameRate}
            tabStop={tabStop}
          />
        ))}
        <Marks />
        <PlayheadLine />
      </div>
    </div>
  );
}

/** Returns the clip that receives the focus by Tab: the last focused one, otherwise the first. */
function useTabStop({ tracks }: TimelineDocument): string | null {
  const editor = useEditor();
  const { view, selection } = editor;
  const focusedId = useComputed(() => view.focused.value?.itemId ?? null).value;
  const isClip = (wanted: string | null): boolean => tracks.some(({ items }) => items.some(({ id }) => id === wanted));
  const isThere = isClip(focusedId);
  const first = tracks.toReversed().find(({ items }) => items.length > 0);
  const tabStop = isThere ? focusedId : first ? (getClips(first)[0]?.id ?? null) : null;
  // Read before the clips are rendered, so that a user who moved on from it is not brought back.
  const hasFocus = focusedId !== null && document.activeElement?.getAttribute('data-item') === focusedId;
  useLayoutEffect(() => {
    // An undo removed the focused clip: keyboard users stay among the clips.
    if (hasFocus && !isThere && document.activeElement === document.body && tabStop !== null) {
      focusClip(editor, selection.peek().find(isClip) ?? tabStop);
    }
  }, [isThere]);
  return tabStop;
}

/** Synchronizes zoom and position of the view with the element. */
function useScrolling(
  scroller: RefObject<HTMLDivElement | null>,
  onSeen: (topPx: number, heightPx: number, isNarrow: boolean) => void,
): void {
  const editor = useEditor();
  const { view, document } = editor;
  const durationSeconds = useComputed(() => getDocumentSeconds(document.value));
  /**
   * The last scroll position of the element: reading it would lay out the clips that were just added, in every scrolled frame.
   */
  const leftPx = useRef(0);
  useSignalEffect(() => {
    const zoom = view.pixelsPerSecond.value;
    const length = contentSeconds(durationSeconds.value, zoom, view.widthPx.value);
    const element = scroller.current;
    setProperty(element, '--pps', zoom);
    setProperty(element, '--content', length);
    const left = view.startSeconds.value * zoom;
    // Setting the same position again would end a scroll in progress.
    if (element && Math.abs(leftPx.current - left) > 1) {
      element.scrollLeft = left;
      leftPx.current = element.scrollLeft;
    }
  });
  useEffect(() => {
    const element = scroller.current;
    if (!element) {
      return undefined;
    }
    const onScroll = (): void => {
      leftPx.current = element.scrollLeft;
      view.startSeconds.value = leftPx.current / view.pixelsPerSecond.peek();
      onSeen(element.scrollTop, element.clientHeight, isNarrow(element));
    };
    const observer = new ResizeObserver(() => {
      const head = element.querySelector<HTMLElement>('.timeline-corner')?.offsetWidth ?? 0;
      const isFirst = view.widthPx.peek() === 0;
      view.widthPx.value = Math.max(1, element.clientWidth - head);
      onSeen(element.scrollTop, element.clientHeight, isNarrow(element));
      if (isFirst) {
        showAll(editor);
      }
    });
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, []);
}

/** Sets a number of the style sheet, but only if it changes, because setting it recomputes styles. */
function setProperty(element: HTMLElement | null, name: string, value: number): void {
  if (element && element.style.getPropertyValue(name) !== String(value)) {
    element.style.setProperty(name, String(value));
  }
}

const isNarrow = ({ clientWidth }: HTMLElement): boolean => clientWidth < 600;

/** Scrolls to an item that was selected elsewhere, for example in the preview. */
function useReveal(scroller: RefObject<HTMLElement | null>, isPhone: ReadonlySignal<boolean>): void {
  const { view, document, selection } = useEditor();
  useSignalEffect(() => {
    const [itemId, ...others] = selection.value;
    const rows = getRows(document.peek(), isPhone.peek());
    const row = rows.find(({ track }) => track.items.some(({ id }) => id === itemId));
    const item = row?.track.items.find(({ id }) => id === itemId);
    const element = scroller.current;
    // A selection box determines its own scroll position.
    if (!element || !row || !item || others.length > 0 || view.widthPx.peek() === 0 || view.marquee.peek()) {
      return;
    }
    const scale = { pixelsPerSecond: view.pixelsPerSecond.peek(), startSeconds: view.startSeconds.peek() };
    const rulerPx = element.querySelector<HTMLElement>('.timeline-corner')?.offsetHeight ?? 0;
    const seen = { topPx: element.scrollTop, heightPx: element.clientHeight - rulerPx, widthPx: view.widthPx.peek() };
    const to = revealed(scale, seen, row, item);
    view.startSeconds.value = to.startSeconds;
    element.scrollTop = to.topPx;
  });
}

/** Initially shows the whole canvas; a long one from its start. */
function showAll({ view, document }: Editor): void {
  const { frameRate } = document.peek();
  const durationSeconds = getDocumentSeconds(document.peek());
  const limits = zoomLimits({ durationSeconds, frameRate }, view.widthPx.peek());
  const { pixelsPerSecond } = fit(durationSeconds, view.widthPx.peek(), limits);
  view.pixelsPerSecond.value = Math.min(200, Math.max(pixelsPerSecond, 4));
}
