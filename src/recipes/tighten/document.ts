import { shorten } from '#core/lib/shorten.ts';
import type { ItemOf, TimelineDocument } from '#core/timeline/document.ts';
import { toCanvasRate } from '#core/timeline/frames.ts';
import { documentLimits } from '#core/timeline/limits.ts';
import { plainVisual } from '#core/timeline/plain-visual.ts';
import { documentVersion } from '#core/timeline/version.ts';
import type { TimeRange } from '../input.ts';
import { getDuration } from '#core/lib/time.ts';

export const joinIds = ['cut', 'dissolve', 'punch-in'] as const;
export type Join = (typeof joinIds)[number];

/** The clip to tighten, and its removed spans: in order, without overlaps. */
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
  /** The audio track of the clip; absent for its default track. */
  readonly audioTrack?: number | undefined;
};

/** A kept part of the clip, and the seconds that were removed before it. */
type Passage = TimeRange & { readonly removedSeconds: number };

/** The duration of the audio cross-fade at a cut; the video has no dissolve then. */
const fadeSeconds = 0.015;
const dissolveSeconds = 0.2;
/** The minimum duration of a passage; shorter ones are rounding errors. */
const minSeconds = 1 / 480;
/** The scale of every other passage, as if from a second camera, and its shift upwards, to where faces are. */
const punch = 1.12;
const punchRise = 0.03;
/** The minimum time between two changes of the scale. */
const minShotSeconds = 1;

/**
 * Creates the document of a tightened clip: each kept passage is an item with its audio. The caller validates the document when it
 * stores it: the page of a review has no schemas, which would take long to start.
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
        ? { id: 'track-clip', name: 'Sound', kind: 'sound', items: getSounds(clip), ...isPlain }
        : { id: 'track-clip', name: 'Clip', kind: 'visual', items: getVideos(clip), ...isPlain },
    ],
    markers: [],
  };
}

function getVideos(clip: TightenedClip): ItemOf<'video'>[] {
  const passages = findPassages(clip);
  const isLarge = largePassages(passages, clip.joins);
  return getPlayed(clip, passages).map((played, index) => {
    const [before, passage] = [passages[index - 1], passages[index]];
    return {
      ...plainVisual,
      ...played,
      type: 'video',
      ...getBox(clip, isLarge[index] ?? false),
      ...(before && passage && { transition: getJoin(clip.joins, before, passage) }),
    };
  });
}

/** Creates audio items, which cannot overlap or have transitions: each fades out before a cut, and the next one in after it. */
function getSounds(clip: TightenedClip): ItemOf<'sound'>[] {
  const passages = findPassages(clip);
  const fades = passages.map((passage, index) => {
    const before = passages[index - 1];
    return before ? getJoin(clip.joins, before, passage).durationSeconds / 2 : 0;
  });
  return getPlayed(clip, passages).map((played, index) => ({
    ...played,
    type: 'sound',
    isHidden: false,
    isLocked: false,
    fadeInSeconds: fades[index] ?? 0,
    fadeOutSeconds: fades[index + 1] ?? 0,
  }));
}

/** The common fields of a passage's item, whether video or audio. */
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

function getPlayed({ assetId, audioTrack }: TightenedClip, passages: readonly Passage[]): Played[] {
  let startSeconds = 0;
  return passages.map((passage, index) => {
    const durationSeconds = getDuration(passage);
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

/** Returns the kept parts of a clip, in order. */
export function findPassages({ removed, clipSeconds }: Pick<TightenedClip, 'removed' | 'clipSeconds'>): Passage[] {
  const starts = [0, ...removed.map(({ endSeconds }) => endSeconds)];
  return starts
    .map((startSeconds, index) => ({
      startSeconds,
      endSeconds: removed[index]?.startSeconds ?? clipSeconds,
      removedSeconds: startSeconds - (removed[index - 1]?.startSeconds ?? startSeconds),
    }))
    .filter(({ startSeconds, endSeconds }) => endSeconds - startSeconds >= minSeconds);
}

/** Returns the transition in which the previous passage continues below this one with the removed part. */
function getJoin(joins: Join, before: Passage, passage: Passage): { type: 'dissolve'; durationSeconds: number } {
  const wanted = joins === 'dissolve' ? dissolveSeconds : fadeSeconds;
  const shortest = Math.min(getDuration(before), getDuration(passage));
  return { type: 'dissolve', durationSeconds: Math.min(wanted, passage.removedSeconds, shortest) };
}

/** Returns which passages are scaled up: with `punch-in` the scale changes at a join, unless it has just changed. */
function largePassages(passages: readonly Passage[], joins: Join): boolean[] {
  let isLarge = false;
  let shownSeconds = 0;
  return passages.map((passage, index) => {
    if (joins === 'punch-in' && index > 0 && shownSeconds >= minShotSeconds) {
      isLarge = !isLarge;
      shownSeconds = 0;
    }
    shownSeconds += getDuration(passage);
    return isLarge;
  });
}

function getBox(
  { width, height }: TightenedClip,
  isLarge: boolean,
): Pick<ItemOf<'video'>, 'x' | 'y' | 'width' | 'height'> {
  return isLarge
    ? { x: width / 2, y: height / 2 + punchRise * height, width: punch * width, height: punch * height }
    : { x: width / 2, y: height / 2, width, height };
}
