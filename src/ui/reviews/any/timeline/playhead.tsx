import { useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { getView, type Timeline } from './timeline.ts';
import { fitWindow } from './view-window.ts';

/**
 * A line at the current time across the visible part, or across the whole timeline. It updates itself, so that nothing else is
 * rendered for it. Playback beyond the visible part scrolls.
 */
export function Playhead({ timeline, isWhole = false }: { timeline: Timeline; isWhole?: boolean }) {
  const line = useRef<HTMLDivElement>(null);
  const now = useSignal(timeline);
  now.value = timeline;
  useSignalEffect(() => {
    const { player, durationSeconds, view } = now.value;
    const { from, to } = isWhole ? { from: 0, to: durationSeconds } : getView(now.value);
    const seconds = player.seconds.value;
    const share = (seconds - from) / (to - from);
    if (line.current) {
      line.current.hidden = share < 0 || share > 1;
      line.current.style.insetInlineStart = `${100 * share}%`;
    }
    if (!isWhole && player.isPlaying.value && share > 1) {
      view.value = fitWindow({ from: seconds, to: seconds + (to - from) }, durationSeconds);
    }
  });
  return <div class="time-playhead" ref={line} aria-hidden="true" />;
}
