import { shorten } from '#core/shorten.ts';
import type { ItemOf, TimelineDocument } from '#core/timeline/document.ts';
import { toCanvasRate } from '#core/timeline/frames.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { plainVisual } from '#core/timeline/plain-visual.ts';
import { documentVersion } from '#core/timeline/version.ts';
import type { TimeRange } from '../input.ts';

export const joinIds = ['cut', 'dissolve', 'punch-in'] as const;
export type Join = (typeof joinIds)[number];

/** The clip that is tightened, and what is removed of it: ranges in order, apart from each other. */
export type TightenedClip = {
  readonly title: string;
  readonly kind: 'video' | 'sound';
  readonly assetId: string;
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly clipSeconds: number;
  readonly removed: readonly TimeRange[];
  readonly joins: Join;
  /** The audio track of the clip; absent for its default one. */
  readonly audioTrack?: number | undefined;
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
 * The document of a tightened clip: each passage that stays is an item of its own, with its sound. Whether a document can hold it
 * is for who keeps it to check: the page of a review has no schemas, which would take long to start.
 */
export function tightenedDocument(clip: TightenedClip): TimelineDocument {
  const { title, width, height, frameRate } = clip;
  const isPlain = { isHidden: false, isMuted: false, isLocked: false };
  return {
    version: documentVersion,
    title: shorten(title, documentLimits.nameLength),
    width,
    height,
    frameRate: toCanvasRate(frameRate),
    background: { type: 'color', color: '#000000' },
    tracks: [
      clip.kind === 'sound'
        ? { id: 'track-clip', name: 'Sound', kind: 'sound', items: soundsOf(clip), ...isPlain }
        : { id: 'track-clip', name: 'Clip', kind: 'visual', items: videosOf(clip), ...isPlain },
    ],
    markers: [],
  };
}

function videosOf(clip: TightenedClip): ItemOf<'video'>[] {
  const passages = passagesOf(clip);
  const isLarge = largePassages(passages, clip.joins);
  return playedOf(clip, passages).map((played, index) => {
    const [before, passage] = [passages[index - 1], passages[index]];
    return {
      ...plainVisual,
      ...played,
      type: 'video',
      ...boxOf(clip, isLarge[index] ?? false),
      ...(before && passage && { transition: joinOf(clip.joins, before, passage) }),
    };
  });
}

/** Items of sound do not overlap on their track, and have no transitions: each fades out before a cut, and the next one in after it. */
function soundsOf(clip: TightenedClip): ItemOf<'sound'>[] {
  const passages = passagesOf(clip);
  const fades = passages.map((passage, index) => {
    const before = passages[index - 1];
    return before ? joinOf(clip.joins, before, passage).durationSeconds / 2 : 0;
  });
  return playedOf(clip, passages).map((played, index) => ({
    ...played,
    type: 'sound',
    isHidden: false,
    isLocked: false,
    fadeInSeconds: fades[index] ?? 0,
    fadeOutSeconds: fades[index + 1] ?? 0,
  }));
}

/** What an item of a passage has, whether it is a video or a sound. */
type Played = Pick<
  ItemOf<'sound'>,
  | 'id'
  | 'name'
  | 'role'
  | 'assetId'
  | 'startSeconds'
  | 'durationSeconds'
  | 'sourceStartSeconds'
  | 'speed'
  | 'volume'
  | 'isMuted'
  | 'keepsPitch'
  | 'audioTrack'
>;

function playedOf({ assetId, audioTrack }: TightenedClip, passages: readonly Passage[]): Played[] {
  let startSeconds = 0;
  return passages.map((passage, index) => {
    const durationSeconds = lengthOf(passage);
    const played: Played = {
      id: `passage-${index + 1}`,
      name: `Passage ${index + 1}`,
      role: 'source',
      assetId,
      startSeconds,
      durationSeconds,
      sourceStartSeconds: passage.startSeconds,
      speed: 1,
      volume: 1,
      isMuted: false,
      keepsPitch: true,
      ...(audioTrack !== undefined && { audioTrack }),
    };
    startSeconds += durationSeconds;
    return played;
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

function boxOf(
  { width, height }: TightenedClip,
  isLarge: boolean,
): Pick<ItemOf<'video'>, 'x' | 'y' | 'width' | 'height'> {
  return isLarge
    ? { x: width / 2, y: height / 2 + punchRise * height, width: punch * width, height: punch * height }
    : { x: width / 2, y: height / 2, width, height };
}
