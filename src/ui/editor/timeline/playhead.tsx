import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { durationOf } from '#core/timeline/schedule.ts';
import { snapToFrame } from '#core/timeline/frames.ts';
import { useEditor } from '../editor.ts';
import { followed } from './geometry.ts';
import { toFrameTimecode } from './timecode.ts';

/** The playhead over all tracks. It is moved by its style alone, at every frame that is played. */
export function Playhead() {
  const { view, transport, document } = useEditor();
  const line = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    const seconds = transport.seconds.value;
    line.current?.style.setProperty('--at', String(seconds));
    handle.current?.setAttribute('aria-valuenow', String(Math.round(seconds * 1000) / 1000));
    handle.current?.setAttribute('aria-valuetext', toFrameTimecode(seconds, document.value.frameRate));
  });
  useSignalEffect(() => {
    if (transport.isPlaying.value) {
      const scale = { pixelsPerSecond: view.pixelsPerSecond.peek(), startSeconds: view.startSeconds.peek() };
      view.startSeconds.value = followed(scale, view.widthPx.peek(), transport.seconds.value);
    }
  });
  const move = (event: KeyboardEvent): void => {
    const { frameRate } = document.peek();
    const to = keyTarget(event, {
      seconds: transport.seconds.peek(),
      frame: 1 / frameRate,
      end: durationOf(document.peek()),
    });
    if (to !== null) {
      event.preventDefault();
      event.stopPropagation();
      transport.seek(snapToFrame(Math.max(0, to), frameRate));
    }
  };
  return (
    <div class="playhead" ref={line}>
      <div
        class="playhead-handle"
        ref={handle}
        data-ruler
        role="slider"
        tabIndex={0}
        aria-label="Playhead"
        aria-valuemin={0}
        aria-valuemax={durationOf(document.value)}
        onKeyDown={move}
      />
    </div>
  );
}

/** Where a key moves the playhead to, in seconds; null for a key that does not. */
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
