import { useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { ReviewSession } from './review-session.ts';
import type { ViewWindow } from './view-window.ts';

/** A line at the current time. It updates itself, so that nothing else is rendered for it. */
export function Playhead({ session: { player }, window }: { session: ReviewSession; window: () => ViewWindow }) {
  const line = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    const { from, to } = window();
    const share = (player.seconds.value - from) / (to - from);
    if (line.current) {
      line.current.hidden = share < 0 || share > 1;
      line.current.style.insetInlineStart = `${100 * share}%`;
    }
  });
  return <div class="tighten-playhead" ref={line} aria-hidden="true" />;
}
