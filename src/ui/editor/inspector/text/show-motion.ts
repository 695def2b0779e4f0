import { getEnd } from '#core/timeline/schedule.ts';
import type { Editor } from '../../editor.ts';
import { playSpan, type PlayedSpan } from '../../stage/play-span.ts';
import { findSelected } from '../subject.ts';
import { isText, type Text } from './is-text.ts';

/** The entrance or the exit of a text. */
export type Side = 'entrance' | 'exit';

/**
 * Plays the entrance or exit of the first selected text, and leaves the playhead where the text is completely visible. At the
 * start of an entrance the text is invisible, so that the user would see an empty stage. Returns a function that stops this.
 */
export function showMotion(editor: Editor, side: Side): () => void {
  const { document, selection } = editor;
  const text = findSelected(document.peek(), selection.peek()).find(isText);
  const span = text && getSpan(text, side, document.peek().frameRate);
  return span ? playSpan(editor, span) : () => undefined;
}

function getSpan(text: Text, side: Side, frameRate: number): PlayedSpan | null {
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
