import { effect } from '@preact/signals';
import { frameAt } from '#core/timeline/frames.ts';
import { prefersStill } from '#ui/kit/prefers-still.ts';
import type { Editor } from '../editor.ts';

/** A span that is played to show an effect, in seconds of the canvas. */
export type PlayedSpan = {
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** The time at which the playhead is left, where the effect is visible. */
  readonly seenAtSeconds: number;
};

/**
 * Plays a span once, and leaves the playhead where its effect is visible. With reduced motion, it only moves the playhead there.
 * Returns a function that stops this.
 */
export function playSpan(editor: Pick<Editor, 'transport' | 'document'>, span: PlayedSpan): () => void {
  const { transport } = editor;
  if (prefersStill.peek()) {
    transport.pause();
    transport.seek(span.seenAtSeconds);
    return () => undefined;
  }
  transport.seek(span.startSeconds);
  transport.play();
  return whilePlaying(editor, span);
}

/**
 * Stops at the end of the span, or when the returned function is called. A user who pauses or seeks before stays there. Time
 * alone cannot detect this: the preview plays whole frames, the first of which may start before the span, and reports its time
 * late.
 */
function whilePlaying(
  { transport, document }: Pick<Editor, 'transport' | 'document'>,
  { endSeconds, seenAtSeconds }: PlayedSpan,
): () => void {
  const { frameRate } = document.peek();
  const seeks = transport.seeks.peek();
  let isOver = false;
  const stop = effect(() => {
    if (isOver || !transport.isPlaying.value || transport.seeks.value !== seeks) {
      isOver = true;
    } else if (frameAt(transport.seconds.value, frameRate) >= frameAt(endSeconds, frameRate)) {
      isOver = true;
      transport.pause();
      transport.seek(seenAtSeconds);
    }
  });
  return () => {
    stop();
    if (!isOver) {
      transport.pause();
    }
  };
}
