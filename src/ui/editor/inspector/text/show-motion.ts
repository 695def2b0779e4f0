import { effect } from '@preact/signals';
import { frameAt } from '#core/timeline/frames.ts';
import { getEnd } from '#core/timeline/schedule.ts';
import { prefersStill } from '#ui/kit/prefers-still.ts';
import type { Editor } from '../../editor.ts';
import { findSelected } from '../subject.ts';
import { isText, type Text } from './is-text.ts';

/** The entrance or the exit of a text. */
export type Side = 'entrance' | 'exit';

/**
 * Plays the entrance or exit of the first selected text, and leaves the playhead where the text is completely visible. At the
 * start of an entrance the text is invisible, so that the user would see an empty stage. Returns a function that stops this.
 */
export function showMotion(editor: Editor, side: Side): () => void {
  const { transport, document, selection } = editor;
  const text = findSelected(document.peek(), selection.peek()).find(isText);
  const span = text && getSpan(text, side, document.peek().frameRate);
  if (!span) {
    return () => undefined;
  }
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
 * Stops at the end of the motion, or when the returned function is called. A user who pauses or seeks before stays there. Time
 * alone cannot detect this: the preview plays whole frames, the first of which may start before the motion, and reports its time
 * late.
 */
function whilePlaying({ transport, document }: Editor, { endSeconds, seenAtSeconds }: MotionSpan): () => void {
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

type MotionSpan = {
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** The time at which the text is completely visible. */
  readonly seenAtSeconds: number;
};

function getSpan(text: Text, side: Side, frameRate: number): MotionSpan | null {
  const motion = text[side];
  if (!motion) {
    return null;
  }
  const lastFrame = getEnd(text) - 1 / frameRate;
  if (side === 'exit') {
    const goesAt = Math.max(text.startSeconds, getEnd(text) - motion.durationSeconds);
    return { startSeconds: goesAt, endSeconds: lastFrame, seenAtSeconds: goesAt };
  }
  const isThereAt = Math.min(lastFrame, text.startSeconds + motion.durationSeconds);
  return { startSeconds: text.startSeconds, endSeconds: isThereAt, seenAtSeconds: isThereAt };
}
