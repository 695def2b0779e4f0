import type { TrackAnchor, TrackBox, TrackPoint } from '#core/analysis/track.ts';
import type { Placement } from '../recipe.ts';
import type { Size } from '#core/lib/size.ts';
import { toList, toRecord, type Json } from '#ui/app/json.ts';

/** A proposal as it is edited. Times in seconds of the source, boxes in its pixels. */
export type Track = {
  readonly path: readonly TrackPoint[];
  readonly corrections: readonly TrackAnchor[];
  readonly placement: Placement;
  readonly window: { readonly startSeconds: number; readonly endSeconds: number };
  readonly whenLost: 'fade' | 'hold';
  /** What was found, where nobody has said it. */
  readonly follows?: 'face' | 'thing';
  /** Of the canvas, in frames per second. */
  readonly frameRate: number;
};

/** How sure a stretch of the path is. */
export type Sureness = 'found' | 'uncertain' | 'lost';
export type Stretch = { readonly sureness: Sureness; readonly startSeconds: number; readonly endSeconds: number };

/** Below this a tracked frame is worth a look. */
const sureConfidence = 0.6;
/** A stretch that is shorter is part of the one before it, so that the bar does not flicker. */
const minStretchSeconds = 0.1;

const placements = ['above', 'below', 'left', 'right'] as const;
const states = ['tracked', 'carried', 'lost'] as const;
const toNumber = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** The track of a proposal, whatever somebody has written into its JSON. */
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

/** The path as stretches that are alike, to the end of the window. */
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

/** Whether what begins at a point is over in a moment, and is no loss. */
function isFlicker(path: readonly TrackPoint[], index: number, sureness: Sureness): boolean {
  const start = path[index]?.atSeconds ?? 0;
  const next = path.findIndex((point, at) => at > index && getSureness(point) !== sureness);
  return sureness !== 'lost' && next > 0 && (path[next]?.atSeconds ?? 0) - start < minStretchSeconds;
}

/** The place of the last point that begins by then; that of the first one before it, and -1 on an empty path. */
export function indexAt(path: readonly TrackPoint[], seconds: number): number {
  let [low, high] = [0, path.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    [low, high] = (path[middle]?.atSeconds ?? 0) <= seconds + 1e-3 ? [middle, high] : [low, middle - 1];
  }
  return path.length === 0 ? -1 : low;
}

/** The box in a frame: as somebody has corrected it, else as it was tracked. */
export function boxAt(track: Track, seconds: number): TrackPoint | undefined {
  const point = pointAt(track, seconds);
  const correction = point && track.corrections.find(({ atSeconds }) => isSameFrame(atSeconds, point.atSeconds));
  return correction && point ? { ...point, ...correction.box, state: 'tracked', confidence: 1 } : point;
}

/** When the card is seen first among pictures of a proposal: it fades where its target is lost, and begins there in many clips. */
export function findFirstLook(track: Track, pictures: readonly { readonly atSeconds: number }[]): number {
  const seen = pictures.find(({ atSeconds }) => boxAt(track, atSeconds)?.state !== 'lost');
  return (seen ?? pictures[0])?.atSeconds ?? track.window.startSeconds;
}

/** A gap of so many frames is one of a long path, of which not every frame is told. */
const minGapFrames = 2.5;

/** The frame at a time; where the path leaves out its frames, the target is on the straight line to the next one that it has. */
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

/** Two times of one frame may differ by rounding. */
const isSameFrame = (one: number, other: number): boolean => Math.abs(one - other) < 0.015;

/** Says where the target is in the frame at a time, in place of what was said of it before. */
export function correct(track: Track, seconds: number, box: TrackBox): TrackAnchor[] {
  const atSeconds = pointAt(track, seconds)?.atSeconds ?? seconds;
  const others = track.corrections.filter((one) => !isSameFrame(one.atSeconds, atSeconds));
  return [...others, { atSeconds, box }].toSorted((one, other) => one.atSeconds - other.atSeconds);
}

/** A target has at least so many pixels a side. */
const minSide = 6;
const tidy = (value: number): number => Math.round(value * 10) / 10;

/** A box moved within the picture. */
export function moveBox({ x, y, width, height }: TrackBox, by: { x: number; y: number }, picture: Size): TrackBox {
  const keep = (at: number, length: number, whole: number): number =>
    tidy(Math.min(Math.max(0, whole - length), Math.max(0, at)));
  return { x: keep(x + by.x, width, picture.width), y: keep(y + by.y, height, picture.height), width, height };
}

/** Which edges of a box a hand has. */
export type Edges = { readonly x: 'left' | 'right'; readonly y: 'top' | 'bottom' };

/** A box with one of its corners moved; the other one stays. */
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

/** A path as lines for drawing, each of stretches in one state, with at most about so many points in all. */
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
