import { batch, effect } from '@preact/signals';
import type { Item, TimelineDocument } from '#core/timeline/document.ts';
import { getEnd, isVisual } from '#core/timeline/schedule.ts';
import type { Editor } from '../../editor.ts';
import { createTrimLook, type Look } from '../../stage/trim-look.ts';
import { formatTime } from '../../time-notation.ts';
import { findBroken, findProblem, nameTransition } from '../../transitions/problems.ts';
import { getTransitionName } from '../../transitions/transition-types.ts';
import { findPlaced } from '../clips.ts';
import { createPointerNote } from './pointer-note.ts';
import type { StepNotes, Told } from './step-notes.ts';

/**
 * Shows the steps of a gesture where they can be judged: its time and its difference at the pointer, and on the stage the frame
 * at the trimmed edge. The playhead stays.
 */
export function tellSteps(editor: Editor, { itemId, part, getAssetDuration }: Told): StepNotes {
  const document = editor.document.peek();
  /** Returns which transition the gesture breaks, or why the dragged one does not play as it should. */
  const getProblem = (after: Item, result: TimelineDocument | null): string | null => {
    if (!result) {
      return null;
    }
    if (part === 'transition') {
      return isVisual(after) ? findProblem(result, after, getAssetDuration) : null;
    }
    const [broken] = findBroken(document, result);
    return broken ? `Breaks the ${nameTransition(broken)}` : null;
  };
  const before = findPlaced(document, [itemId])[0]?.item;
  const trimLook = createTrimLook(document, itemId, getAssetDuration);
  const note = createPointerNote();
  const getLook = (after: Item, result: TimelineDocument | null): Look | null => {
    if (!before || part === 'move') {
      return null;
    }
    return part === 'transition'
      ? getTransitionLook(after, result ?? document)
      : trimLook(getLookedSeconds(before, after, part, document.frameRate));
  };
  return {
    tell: ({ items, refusal, says, result }) => {
      const after = items.get(itemId) ?? before;
      if (before && after) {
        // The clip itself shows its volume.
        const lines = says === null ? toLines(before, after, part, document.frameRate) : [];
        note.say(lines, refusal === null ? getProblem(after, result) : 'No room here');
        const look = getLook(after, result);
        if (look) {
          if (editor.transport.isPlaying.peek()) {
            editor.transport.pause();
          }
          editor.stage.readout.value = lookNames[part];
          editor.stage.look.value = look;
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

/** The time for which a step by key is shown, in milliseconds. */
const keyStepMs = 1500;

/** Shows the result of a key for a moment: the time of a clip or of its edge, and the frame at a trimmed edge. */
export function showKeyStep(editor: Editor, { itemId, part, getAssetDuration }: Told): void {
  const { stage, transport } = editor;
  const document = editor.document.peek();
  const item = findPlaced(document, [itemId])[0]?.item;
  if (!item || part === 'slip' || part === 'transition') {
    return;
  }
  const look =
    part === 'move' ? null : createTrimLook(document, itemId, getAssetDuration)(getEdgeSeconds(item, part, document));
  const seconds = part === 'end' ? getEnd(item) : item.startSeconds;
  const says = [lookNames[part], formatTime(seconds, document.frameRate)].filter((text) => text !== null).join(' · ');
  batch(() => {
    stage.look.value = look;
    stage.readout.value = says;
  });
  const seeks = transport.seeks.peek();
  const end = (): void => {
    clearTimeout(timer);
    stop();
    batch(() => {
      stage.look.value = stage.look.peek() === look ? null : stage.look.peek();
      stage.readout.value = stage.readout.peek() === says ? null : stage.readout.peek();
    });
  };
  const timer = setTimeout(end, keyStepMs);
  const stop = effect(() => {
    const isOver = transport.isPlaying.value || transport.seeks.value !== seeks || stage.look.value !== look;
    if (isOver) {
      queueMicrotask(end);
    }
  });
}

const getEdgeSeconds = (item: Item, edge: 'start' | 'end', { frameRate }: TimelineDocument): number =>
  edge === 'start' ? item.startSeconds : getEnd(item) - 1 / frameRate;

const lookNames: Readonly<Record<Told['part'], string | null>> = {
  start: 'First frame',
  end: 'Last frame',
  slip: 'First frame',
  transition: 'Middle of the transition',
  move: null,
};

/** Returns the frame in the middle of a transition. */
const getTransitionLook = (item: Item, document: TimelineDocument): Look => ({
  document,
  seconds: item.startSeconds + ('transition' in item ? (item.transition?.durationSeconds ?? 0) / 2 : 0),
});

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
      return [`Start ${time(after.startSeconds)}`, `${toDifference(-longer, time)} · ${duration}`];
    case 'end':
      return [`End ${time(getEnd(after))}`, `${toDifference(longer, time)} · ${duration}`];
    case 'slip':
      return [];
    case 'transition':
      return toTransitionLines(before, after, time);
    case 'move':
    default:
      return [time(after.startSeconds), toDifference(after.startSeconds - before.startSeconds, time)];
  }
}

function toTransitionLines(before: Item, after: Item, time: (seconds: number) => string): readonly string[] {
  const [was, is] = [before, after].map((item) => ('transition' in item ? item.transition : undefined));
  const difference = (is?.durationSeconds ?? 0) - (was?.durationSeconds ?? 0);
  return is ? [`${getTransitionName(is)} ${time(is.durationSeconds)}`, toDifference(difference, time)] : [];
}

const toDifference = (seconds: number, time: (seconds: number) => string): string =>
  `${seconds < -1e-6 ? '−' : '+'}${time(Math.abs(seconds))}`;
