import type { Item } from '#core/timeline/document.ts';
import { getEnd } from '#core/timeline/schedule.ts';
import type { Editor } from '../../editor.ts';
import { createTrimLook } from '../../stage/trim-look.ts';
import { formatTime } from '../../time-notation.ts';
import { findPlaced } from '../clips.ts';
import { createPointerNote } from './pointer-note.ts';
import type { StepNotes, Told } from './step-notes.ts';

/**
 * Shows the steps of a gesture where they can be judged: its time and its difference at the pointer, and on the stage the frame
 * at the trimmed edge. The playhead stays.
 */
export function tellSteps(editor: Editor, { itemId, part, getAssetDuration }: Told): StepNotes {
  const document = editor.document.peek();
  const before = findPlaced(document, [itemId])[0]?.item;
  const look = createTrimLook(document, itemId, getAssetDuration);
  const note = createPointerNote();
  return {
    tell: ({ items, refusal, says }) => {
      const after = items.get(itemId) ?? before;
      if (before && after) {
        // The clip itself shows its volume.
        const lines = says === null ? toLines(before, after, part, document.frameRate) : [];
        note.say(lines, refusal === null ? null : 'No room here');
        if (part !== 'move') {
          editor.transport.pause();
          editor.stage.readout.value = { start: 'First frame', end: 'Last frame', slip: 'First frame' }[part];
          editor.stage.look.value = look(getLookedSeconds(before, after, part, document.frameRate));
        }
      }
    },
    follow: note.follow,
    end: () => {
      note.remove();
      editor.stage.look.value = null;
      editor.stage.readout.value = null;
    },
  };
}

/** Returns the time at which the content at the trimmed edge would be if the clip was not trimmed. */
function getLookedSeconds(before: Item, after: Item, part: 'start' | 'end' | 'slip', frameRate: number): number {
  if (part === 'slip') {
    const isPlayed = 'sourceStartSeconds' in before && 'sourceStartSeconds' in after;
    const seconds = isPlayed ? (after.sourceStartSeconds - before.sourceStartSeconds) / before.speed : 0;
    return before.startSeconds + seconds;
  }
  const longer = after.durationSeconds - before.durationSeconds;
  return part === 'start' ? before.startSeconds - longer : getEnd(before) + longer - 1 / frameRate;
}

/** Returns the time of the dragged edge or clip; and its difference, for an edge with the new duration. */
function toLines(before: Item, after: Item, part: Told['part'], frameRate: number): readonly string[] {
  const time = (seconds: number): string => formatTime(seconds, frameRate);
  const longer = after.durationSeconds - before.durationSeconds;
  const duration = `Duration ${time(after.durationSeconds)}`;
  switch (part) {
    case 'start':
      return [`Start ${time(after.startSeconds)}`, `${toDifference(-longer, frameRate)} · ${duration}`];
    case 'end':
      return [`End ${time(getEnd(after))}`, `${toDifference(longer, frameRate)} · ${duration}`];
    case 'slip':
      return [];
    case 'move':
    default:
      return [time(after.startSeconds), toDifference(after.startSeconds - before.startSeconds, frameRate)];
  }
}

const toDifference = (seconds: number, frameRate: number): string =>
  `${seconds < -1e-6 ? '−' : '+'}${formatTime(Math.abs(seconds), frameRate)}`;
