import type { TimelineDocument } from '#core/timeline/document.ts';
import type { TimeRange } from '../input.ts';
import { resultDocument } from '../result-document.ts';

export const joinIds = ['cut', 'dissolve', 'punch-in'] as const;
export type Join = (typeof joinIds)[number];

/** The clip that is tightened, and what is removed of it: ranges in order, apart from each other. */
export type TightenedClip = {
  readonly title: string;
  readonly assetId: string;
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly clipSeconds: number;
  readonly removed: readonly TimeRange[];
  readonly joins: Join;
};

/** A part of the clip that stays, and how much of the clip was removed before it. */
type Passage = TimeRange & { readonly removedSeconds: number };

/** Sound cross-fades that long at a cut, which is only heard. */
const fadeSeconds = 0.015;
const dissolveSeconds = 0.2;
/** What is shorter is no passage, but rounding. */
const leastSeconds = 1 / 480;
/** Every other passage is so much larger, as if from a second camera, and a little higher up, where faces are. */
const punch = 1.12;
const punchRise = 0.03;
/** A passage is seen that long before the size changes again. */
const leastShotSeconds = 1;

/**
 * The document of a tightened clip: each passage that stays is an item of its own, with its sound. Throws a ZodError for what no
 * document can hold.
 */
export function tightenedDocument(clip: TightenedClip): TimelineDocument {
  const track = { id: 'track-clip', name: 'Clip', kind: 'visual', items: itemsOf(clip) };
  return resultDocument(clip, '#000000', [track]);
}

function itemsOf(clip: TightenedClip): object[] {
  const passages = passagesOf(clip);
  const isLarge = largePassages(passages, clip.joins);
  let startSeconds = 0;
  return passages.map((passage, index) => {
    const durationSeconds = passage.endSeconds - passage.startSeconds;
    const before = passages[index - 1];
    const item = {
      id: `passage-${index + 1}`,
      type: 'video',
      name: `Passage ${index + 1}`,
      role: 'source',
      assetId: clip.assetId,
      startSeconds,
      durationSeconds,
      sourceStartSeconds: passage.startSeconds,
      ...boxOf(clip, isLarge[index] ?? false),
      ...(before && { transition: joinOf(clip.joins, before, passage) }),
    };
    startSeconds += durationSeconds;
    return item;
  });
}

/** What stays of a clip, in order. */
export function passagesOf({ removed, clipSeconds }: Pick<TightenedClip, 'removed' | 'clipSeconds'>): Passage[] {
  const starts = [0, ...removed.map(({ endSeconds }) => endSeconds)];
  return starts
    .map((startSeconds, index) => ({
      startSeconds,
      endSeconds: removed[index]?.startSeconds ?? clipSeconds,
      removedSeconds: startSeconds - (removed[index - 1]?.startSeconds ?? startSeconds),
    }))
    .filter(({ startSeconds, endSeconds }) => endSeconds - startSeconds >= leastSeconds);
}

/** The passage before goes on that long below this one, with what was removed. */
function joinOf(joins: Join, before: Passage, passage: Passage): { type: 'dissolve'; durationSeconds: number } {
  const wanted = joins === 'dissolve' ? dissolveSeconds : fadeSeconds;
  const shortest = Math.min(lengthOf(before), lengthOf(passage));
  return { type: 'dissolve', durationSeconds: Math.min(wanted, passage.removedSeconds, shortest) };
}

const lengthOf = ({ startSeconds, endSeconds }: TimeRange): number => endSeconds - startSeconds;

/** Which passages are shown larger: with `punch-in` the size changes at a join, unless it has only just changed. */
function largePassages(passages: readonly Passage[], joins: Join): boolean[] {
  let isLarge = false;
  let shownSeconds = 0;
  return passages.map((passage, index) => {
    if (joins === 'punch-in' && index > 0 && shownSeconds >= leastShotSeconds) {
      isLarge = !isLarge;
      shownSeconds = 0;
    }
    shownSeconds += lengthOf(passage);
    return isLarge;
  });
}

function boxOf({ width, height }: TightenedClip, isLarge: boolean): object {
  return isLarge
    ? { x: width / 2, y: height / 2 + punchRise * height, width: punch * width, height: punch * height }
    : { x: width / 2, y: height / 2, width, height };
}
