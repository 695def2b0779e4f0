import type { TrackAnchor, TrackBox, TrackPoint } from '#core/analysis/track.ts';
import type { Placement } from '../recipe.ts';
import type { Size } from '#core/lib/size.ts';
import { toList, toRecord, type Json } from '#ui/app/json.ts';

/** An edited proposal. Times are seconds of the source; boxes are in its pixels. */
export type Track = {
  readonly path: readonly TrackPoint[];
  readonly corrections: readonly TrackAnchor[];
  readonly placement: Placement;
  readonly window: { readonly startSeconds: number; readonly endSeconds: number };
  readonly whenLost: 'fade' | 'hold';
  /** The kind of target that was found, if the input did not set it. */
  readonly follows?: 'face' | 'thing';
  /** The frame rate of the canvas. */
  readonly frameRate: number;
};

/** The confidence of a span of the path. */
export type Sureness = 'found' | 'uncertain' | 'lost';
export type Stretch = { readonly sureness: Sureness; readonly startSeconds: number; readonly endSeconds: number };

/** The confidence below which a tracked frame should be reviewed. */
const sureConfidence = 0.6;
/** The minimum duration of a span; a shorter one belongs to the span before it, so that the bar does not flicker. */
const minStretchSeconds = 0.1;

const placements = ['above', 'below', 'left', 'right'] as const;
const states = ['tracked', 'carried', 'lost'] as const;
const toNumber = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** Reads the track of a proposal, whose JSON the user may have edited. */
export function readTrack(proposal: Json, frameRate: number): Track {
  const window = toRecord(proposal['window']);
  const startSeconds = toNumber(window['startSeconds']);
  return {
    path: toList(proposal['path']).map(toRecord).map(readPoint),
    corrections: toList(proposal['corrections']).map(toRecord).map(readCorrection),
    placement: placements.find((one) => one === proposal['placement']) ?? 'above',
    window: { startSeconds, endSeconds: Math.max(startSeconds + 0.1, toNumber(window['endSeconds'])) },
    whenLost: proposal['whenLost'] === 'hold' ? 'hold' : 'fade',
    ...(proposal['follows'] === 'face' && { follows: 'face' }),
    frameRate,
  };
}

const readBox = ({ x, y, width, height }: Json): TrackBox => ({
  x: toNumber(x),
  y: toNumber(y),
  width: Math.max(1, toNumber(width)),
  height: Math.max(1, toNumber(height)),
});

const readPoint = (point: Json): TrackPoint => ({
  ...readBox(point),
  atSeconds: toNumber(point['atSeconds']),
  confidence: toNumber(point['confidence']),
  state: states.find((one) => one === point['state']) ?? 'lost',
});

const readCorrection = ({ atSeconds, box }: Json): TrackAnchor => ({
  atSeconds: toNumber(atSeconds),
  box: readBox(toRecord(box)),
});

const getSureness = ({ state, confidence }: TrackPoint): Sureness =>
  state === 'lost' ? 'lost' : state === 'tracked' && confidence >= sureConfidence ? 'found' : 'uncertain';

/** Returns the path as spans of equal state, to the end of the window. */
export function listStretches({ path, window }: Pick<Track, 'path' | 'window'>): Stretch[] {
  const stretches: Stretch[] = [];
  path.forEach((point, index) => {
    const sureness = getSureness(point);
    const endSeconds = path[index + 1]?.atSeconds ?? Math.max(point.atSeconds, window.endSeconds);
    const last = stretches.at(-1);
    if (last && (last.sureness === sureness || isFlicker(path, index, sureness))) {
      stretches[stretches.length - 1] = { ...last, endSeconds };
    } else {
      stretches.push({ sureness, startSeconds: point.atSeconds, endSeconds });
    }
  });
  return stretches;
}

/** Returns whether a change of state at a point is too brief to count. */
function isFlicker(path: readonly TrackPoint[], index: number, sureness: Sureness): boolean {
  const start = path[index]?.atSeconds ?? 0;
  const next = path.findIndex((point, at) => at > index && getSureness(point) !== sureness);
  return sureness !== 'lost' && next > 0 && (path[next]?.atSeconds ?? 0) - start < minStretchSeconds;
}

/** Returns the index of the last point at or before a time; 0 before the first point, and -1 for an empty path. */
export function indexAt(path: readonly TrackPoint[], seconds: number): number {
  let [low, high] = [0, path.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    [low, high] = (path[middle]?.atSeconds ?? 0) <= seconds + 1e-3 ? [middle, high] : [low, middle - 1];
  }
  return path.length === 0 ? -1 : low;
}

/** Returns the box in a frame: the correction, otherwise the tracked box. */
export function boxAt(track: Track, seconds: number): TrackPoint | undefined {
  const point = pointAt(track, seconds);
  const correction = point && track.corrections.find(({ atSeconds }) => isSameFrame(atSeconds, point.atSeconds));
  return correction && point ? { ...point, ...correction.box, state: 'tracked', confidence: 1 } : point;
}

/**
 * Returns the first time of a preview at which the card is visible: it is hidden while its target is lost, as at the start of
 * many clips.
 */
export function findFirstLook(track: Track, pictures: readonly { readonly atSeconds: number }[]): number {
  const seen = pictures.find(({ atSeconds }) => boxAt(track, atSeconds)?.state !== 'lost');
  return (seen ?? pictures[0])?.atSeconds ?? track.window.startSeconds;
}

/** The minimum number of frames between points that indicates a long path, which omits frames. */
const minGapFrames = 2.5;

/** Returns the point at a time. Between the points of a path that omits frames, the target moves linearly. */
function pointAt({ path, frameRate }: Pick<Track, 'path' | 'frameRate'>, seconds: number): TrackPoint | undefined {
  const index = indexAt(path, seconds);
  const [point, next] = [path[index], path[index + 1]];
  if (!point || !next || seconds - point.atSeconds < 0.5 / frameRate) {
    return point;
  }
  const gapSeconds = next.atSeconds - point.atSeconds;
  if (gapSeconds < minGapFrames / frameRate) {
    return point;
  }
  const between = (name: 'x' | 'y' | 'width' | 'height'): number =>
    tidy(point[name] + ((next[name] - point[name]) * (seconds - point.atSeconds)) / gapSeconds);
  const box = { x: between('x'), y: between('y'), width: between('width'), height: between('height') };
  return { ...point, ...box, atSeconds: seconds };
}

/** Returns whether two times are in the same frame; they may differ by rounding. */
const isSameFrame = (one: number, other: number): boolean => Math.abs(one - other) < 0.015;

/** Sets the position of the target in the frame at a time, and replaces an earlier correction of that frame. */
export function correct(track: Track, seconds: number, box: TrackBox): TrackAnchor[] {
  const atSeconds = pointAt(track, seconds)?.atSeconds ?? seconds;
  const others = track.corrections.filter((one) => !isSameFrame(one.atSeconds, atSeconds));
  return [...others, { atSeconds, box }].toSorted((one, other) => one.atSeconds - other.atSeconds);
}

/** The minimum side of a target, in pixels. */
const minSide = 6;
const tidy = (value: number): number => Math.round(value * 10) / 10;

/** Returns a box moved within the frame. */
export function moveBox({ x, y, width, height }: TrackBox, by: { x: number; y: number }, picture: Size): TrackBox {
  const keep = (at: number, length: number, whole: number): number =>
    tidy(Math.min(Math.max(0, whole - length), Math.max(0, at)));
  return { x: keep(x + by.x, width, picture.width), y: keep(y + by.y, height, picture.height), width, height };
}

/** The edges of a box that a drag moves. */
export type Edges = { readonly x: 'left' | 'right'; readonly y: 'top' | 'bottom' };

/** Returns a box with one of its corners moved; the opposite corner stays. */
export function stretchBox(box: TrackBox, edges: Edges, by: { x: number; y: number }, picture: Size): TrackBox {
  const [x, width] = stretchSpan(box.x, box.width, edges.x === 'left', by.x, picture.width);
  const [y, height] = stretchSpan(box.y, box.height, edges.y === 'top', by.y, picture.height);
  return { x, y, width, height };
}

function stretchSpan(start: number, length: number, isStart: boolean, by: number, whole: number): [number, number] {
  const end = start + length;
  const from = isStart ? Math.min(end - minSide, Math.max(0, start + by)) : start;
  const to = isStart ? end : Math.max(start + minSide, Math.min(whole, end + by));
  return [tidy(from), tidy(to - from)];
}

/** Returns a path as polylines, each of spans in one state, with about `maxPoints` points in total. */
export function toLines({ path, window }: Track, maxPoints = 400): { sureness: Sureness; points: string }[] {
  const step = Math.max(1, Math.ceil(path.length / maxPoints));
  return listStretches({ path, window }).map(({ sureness, startSeconds, endSeconds }) => {
    const [from, to] = [indexAt(path, startSeconds), indexAt(path, endSeconds)];
    const points = path
      .slice(from, to + 1)
      .filter((_, at, all) => at % step === 0 || at === all.length - 1)
      .map(({ x, y, width, height }) => `${tidy(x + width / 2)},${tidy(y + height / 2)}`);
    return { sureness, points: points.join(' ') };
  });
}
