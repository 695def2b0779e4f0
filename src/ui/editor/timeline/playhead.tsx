import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { getDocumentSeconds } from '#core/timeline/schedule.ts';
import { snapToFrame } from '#core/timeline/frames.ts';
import { useEditor } from '../editor.ts';
import { followed } from './geometry.ts';
import { formatTime } from '../time-notation.ts';

/** The line of the playhead over all tracks. Only its style changes, in every played frame. */
export function PlayheadLine() {
  const { view, transport } = useEditor();
  const line = useRef<HTMLDivElement>(null);
  useSignalEffect(() => line.current?.style.setProperty('--at', String(transport.seconds.value)));
  useSignalEffect(() => {
    const seconds = transport.seconds.value;
    // Not while the canvas opens, before the view has a width; nor when the user only scrolled away.
    if (view.widthPx.peek() > 0) {
      const scale = { pixelsPerSecond: view.pixelsPerSecond.peek(), startSeconds: view.startSeconds.peek() };
      view.startSeconds.value = followed(scale, view.widthPx.peek(), seconds);
    }
  });
  return <div class="playhead-line" ref={line} aria-hidden="true" />;
}

/** The handle of the playhead in the ruler. */
export function PlayheadHandle() {
  const { transport, document } = useEditor();
  const handle = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    const seconds = transport.seconds.value;
    const element = handle.current;
    element?.style.setProperty('--at', String(seconds));
    element?.setAttribute('aria-valuenow', String(Math.round(seconds * 1000) / 1000));
    element?.setAttribute('aria-valuetext', formatTime(seconds, document.value.frameRate));
  });
  const move = (event: KeyboardEvent): void => {
    const { frameRate } = document.peek();
    const now = { seconds: transport.seconds.peek(), frame: 1 / frameRate, end: getDocumentSeconds(document.peek()) };
    const to = keyTarget(event, now);
    if (to !== null) {
      event.preventDefault();
      event.stopPropagation();
      transport.seek(snapToFrame(Math.max(0, to), frameRate));
    }
  };
  return (
    <div
      class="playhead-handle"
      ref={handle}
      role="slider"
      tabIndex={0}
      aria-label="Playhead"
      aria-valuemin={0}
      aria-valuemax={getDocumentSeconds(document.value)}
      aria-valuenow={0}
      onKeyDown={move}
    />
  );
}

/** Returns the time to which a key moves the playhead, in seconds; null for other keys. */
function keyTarget(
  { key, shiftKey }: KeyboardEvent,
  { seconds, frame, end }: { readonly seconds: number; readonly frame: number; readonly end: number },
): number | null {
  const step = shiftKey ? 1 : frame;
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: seconds - step,
    ArrowDown: seconds - step,
    ArrowRight: seconds + step,
    ArrowUp: seconds + step,
    PageDown: seconds - 5,
    PageUp: seconds + 5,
    Home: 0,
    End: end,
  };
  return targets[key] ?? null;
}
