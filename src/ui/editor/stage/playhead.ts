import { frameAt } from '#core/timeline/frames.ts';
import { getDocumentSeconds, getEnd } from '#core/timeline/schedule.ts';
import type { Editor } from '../editor.ts';
import type { Range } from './transport.ts';

/** Moves the playhead to a time within the canvas. */
export function seekTo({ transport, shown }: Editor, seconds: number): void {
  transport.seek(Math.min(getDocumentSeconds(shown.value), Math.max(0, seconds)));
}

/** Moves the playhead by frames, and pauses. */
export function stepFrames(editor: Editor, count: number): void {
  const { transport, shown } = editor;
  const { frameRate } = shown.value;
  transport.pause();
  seekTo(editor, (frameAt(transport.seconds.value, frameRate) + count) / frameRate);
}

/** Turns looping on or off, also during playback. */
export function toggleLoop({ transport }: Editor): void {
  transport.isLooping.value = !transport.isLooping.value;
  if (transport.isPlaying.value) {
    transport.play(transport.rate.value);
  }
}

/**
 * Sets the in or the out point at the playhead; the other point is reset if it would be on the wrong side. At the end of the
 * canvas the point is the last frame, because a range has at least one frame.
 */
export function markAtPlayhead({ transport, shown }: Pick<Editor, 'transport' | 'shown'>, side: 'in' | 'out'): void {
  const { range, seconds } = transport;
  const { frameRate } = shown.value;
  const duration = getDocumentSeconds(shown.value);
  const at = frameAt(Math.min(seconds.value, Math.max(0, duration - 1 / frameRate)), frameRate) / frameRate;
  const { startSeconds, endSeconds } = range.value ?? { startSeconds: 0, endSeconds: duration };
  range.value =
    side === 'in'
      ? { startSeconds: at, endSeconds: endSeconds > at ? endSeconds : Math.max(duration, at + 1 / frameRate) }
      : // The frame at the out point is played as well.
        { startSeconds: startSeconds <= at ? startSeconds : 0, endSeconds: at + 1 / frameRate };
}

/** Returns the range from the start of the first selected item to the end of the last; null without a selection. */
export function rangeOfSelection({ selection, shown }: Editor): Range | null {
  const items = shown.value.tracks.flatMap(({ items: all }) => all).filter(({ id }) => selection.value.includes(id));
  return items.length === 0
    ? null
    : {
        startSeconds: Math.min(...items.map(({ startSeconds }) => startSeconds)),
        endSeconds: Math.max(...items.map(getEnd)),
      };
}
