import type { StageState } from '#core/model/cut-out-checkpoint.ts';
import type { Size } from '#core/lib/size.ts';
import { boxArea, boxIou, overlap, type Edges, type Figure } from '#workers/matting/regions.ts';

/**
 * A tracked figure: its box in pixels, the current weight of its crops, 0..1, and the confidence that it is a
 * subject, 0..1, or null before its first judgement; `judged` is the last judgement. `isEntering` is true in a frame in which
 * more of it has entered at the edge of the image.
 */
export type Track = Edges & {
  readonly strength: number;
  readonly belief: number | null;
  readonly judged: number | null;
  readonly isEntering: boolean;
};

/** The number of frames over which the weight of a crop changes, to prevent jumps. */
const fadeFrames = 6;
/** The minimum overlap (IoU) of a track's box and the box of its figure. */
const minOverlap = 0.25;
/** An edge does not move while its figure moves by less than these shares of the box: outwards and inwards. */
const slackOut = 0.02;
const slackIn = 0.1;
/** The share of the distance beyond the slack by which an edge moves per frame: fast outwards, for arms, and slowly inwards. */
const speedOut = 0.5;
const speedIn = 0.1;
/** The maximum number of tracks per possible figure, so that fading tracks do not accumulate. */
const maxFading = 2;

/** Tracks figures from frame to frame. Boxes do not move while their figures hardly move; otherwise they move smoothly. */
export class Tracks {
  readonly #most: number;
  #tracks: Track[] = [];
  #isFirst = true;

  /** Tracks at most `most` figures at once; figures that have left fade out in addition. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Updates the tracks with the figures of the next frame, the largest first, of an image of `size`. Returns all tracks. */
  follow(figures: readonly Figure[], size: Size): readonly Track[] {
    const left = new Set(this.#tracks);
    const step = this.#isFirst ? 1 : 1 / fadeFrames;
    const seen = figures.map((figure) => {
      const track = findNearest(left, figure);
      if (!track) {
        return { ...toEdges(figure), strength: step, belief: null, judged: null, isEntering: false };
      }
      left.delete(track);
      const edges = moveEdges(track, figure);
      const isEntering = touchesEdge(figure, size) && boxArea(edges) > boxArea(track);
      return { ...track, ...edges, strength: Math.min(1, track.strength + step), isEntering };
    });
    const gone = [...left].map((track) => ({ ...track, strength: track.strength - step, isEntering: false }));
    const fading = gone
      .filter(({ strength }) => strength > step / 2)
      .toSorted((a, b) => b.strength - a.strength)
      .slice(0, maxFading * this.#most - seen.length);
    this.#tracks = [...seen, ...fading];
    this.#isFirst = false;
    return this.#tracks;
  }

  /** All tracks, including those of figures that have left. */
  get list(): readonly Track[] {
    return this.#tracks;
  }

  /** Returns the index of the track with the largest overlap with a region's box; undefined without an overlap. */
  findOwner(region: Edges): number | undefined {
    const shared = this.#tracks.map((track) => overlap(track, region));
    const most = Math.max(0, ...shared);
    return most > 0 ? shared.indexOf(most) : undefined;
  }

  /** Updates the confidences with this frame's judgements, by the index of the track. Returns the new confidence of each. */
  believe(judged: ReadonlyMap<number, number>): readonly number[] {
    this.#tracks = this.#tracks.map((track, at) => {
      const now = judged.get(at);
      return { ...track, belief: changeBelief(track, now), judged: now ?? track.judged };
    });
    return this.#tracks.map(({ belief }) => belief ?? 1);
  }

  /** Removes all figures; those of the next frame have their full weight immediately. */
  reset(): void {
    this.#tracks = [];
    this.#isFirst = true;
  }

  save(): StageState {
    return { numbers: [Number(this.#isFirst), ...saveTracks(this.#tracks)], arrays: [] };
  }

  restore({ numbers: [isFirst, ...rest] }: StageState): void {
    this.#isFirst = isFirst !== 0;
    this.#tracks = restoreTracks(rest);
  }
}

/** Returns tracks as numbers, for `restoreTracks`. */
export const saveTracks = (tracks: readonly Track[]): number[] =>
  tracks.flatMap(({ left, top, right, bottom, strength, belief, judged }) => [
    left,
    top,
    right,
    bottom,
    strength,
    belief ?? unjudged,
    judged ?? unjudged,
  ]);

export const restoreTracks = (numbers: readonly number[]): Track[] =>
  Array.from({ length: numbers.length / numbersEach }, (_, at) => {
    const [left = 0, top = 0, right = 0, bottom = 0, strength = 0, ...known] = numbers.slice(numbersEach * at);
    const [belief = null, judged = null] = known.map((share) => (share === unjudged ? null : share));
    return { left, top, right, bottom, strength, belief, judged, isEntering: false };
  });

const numbersEach = 7;
const unjudged = -1;

/**
 * A confidence changes as slowly as the weight of a crop, to prevent figures from jumping in; the first one counts immediately. A figure
 * that enters at the edge grows into the image anyway, and would stay gray: two judgements in a row are enough, one can be wrong.
 */
function changeBelief({ belief: before, judged, isEntering }: Track, now: number | undefined): number | null {
  if (before === null || now === undefined) {
    return now ?? before;
  }
  const slowly = before + Math.min(1 / fadeFrames, Math.max(-1 / fadeFrames, now - before));
  return isEntering ? Math.max(slowly, Math.min(now, judged ?? 0)) : slowly;
}

function findNearest(tracks: Iterable<Track>, figure: Figure): Track | undefined {
  let best: { track: Track; iou: number } | undefined;
  for (const track of tracks) {
    const iou = boxIou(track, figure);
    if (iou >= Math.max(minOverlap, best?.iou ?? 0)) {
      best = { track, iou };
    }
  }
  return best?.track;
}

const touchesEdge = ({ left, top, right, bottom }: Edges, { width, height }: Size): boolean =>
  left <= 0 || top <= 0 || right >= width || bottom >= height;

const toEdges = ({ left, top, right, bottom }: Edges): Edges => ({ left, top, right, bottom });

function moveEdges(track: Edges, to: Edges): Edges {
  const [width, height] = [track.right - track.left, track.bottom - track.top];
  return {
    left: track.left - moveOut(track.left - to.left, width),
    top: track.top - moveOut(track.top - to.top, height),
    right: track.right + moveOut(to.right - track.right, width),
    bottom: track.bottom + moveOut(to.bottom - track.bottom, height),
  };
}

/** Returns the outward movement of an edge whose figure's edge is `distance` further out; negative is inwards. */
function moveOut(distance: number, side: number): number {
  return distance > 0
    ? speedOut * Math.max(0, distance - slackOut * side)
    : -speedIn * Math.max(0, -distance - slackIn * side);
}
