import type { StageState } from '#core/model/cut-out-checkpoint.ts';
import type { Size } from '#core/lib/size.ts';
import { boxArea, boxIou, overlap, type Edges, type Figure } from '#workers/matting/regions.ts';

/**
 * A figure that is followed: its box in pixels, how much looks at it count now, 0..1, and how far it is believed to be
 * somebody, 0..1, or null until that is judged; `judged` is how far it last looked like it. `isEntering` is true in a frame in which
 * more of it has come in at the edge of the picture.
 */
export type Track = Edges & {
  readonly strength: number;
  readonly belief: number | null;
  readonly judged: number | null;
  readonly isEntering: boolean;
};

/** A look begins and ends over so many frames, so that nothing jumps. */
const fadeFrames = 6;
/** The least overlap (IoU) of a track's box and the box of the figure that it follows. */
const minOverlap = 0.25;
/** An edge stays where it is as long as its figure moves by less than these shares of the box: outwards and inwards. */
const slackOut = 0.02;
const slackIn = 0.1;
/** The share of what is beyond the slack by which an edge moves a frame: quickly outwards, for arms, and slowly inwards. */
const speedOut = 0.5;
const speedIn = 0.1;
/** No more tracks than this for each figure that may be there, so that many that fade do not add up. */
const maxFading = 2;

/** Follows figures from frame to frame. The boxes stand still while their figures hardly move, and else move smoothly. */
export class Tracks {
  readonly #most: number;
  #tracks: Track[] = [];
  #isFirst = true;

  /** Follows at most `most` figures at once; those that have gone fade out beside them. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Takes the figures of the next frame, the largest first, of a picture of `size`, and gives all tracks. */
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

  /** How many tracks there are, of figures that have gone too. */
  get count(): number {
    return this.#tracks.length;
  }

  /** The index of the track that has the most of a region's box; undefined when none has any. */
  findOwner(region: Edges): number | undefined {
    const shared = this.#tracks.map((track) => overlap(track, region));
    const most = Math.max(0, ...shared);
    return most > 0 ? shared.indexOf(most) : undefined;
  }

  /** Takes how far figures look like somebody in this frame, by the index of their track. Gives what is believed of each by now. */
  believe(judged: ReadonlyMap<number, number>): readonly number[] {
    this.#tracks = this.#tracks.map((track, at) => {
      const now = judged.get(at);
      return { ...track, belief: changeBelief(track, now), judged: now ?? track.judged };
    });
    return this.#tracks.map(({ belief }) => belief ?? 1);
  }

  /** Forgets all figures: those of the next frame count at once. */
  reset(): void {
    this.#tracks = [];
    this.#isFirst = true;
  }

  save(): StageState {
    const numbers = this.#tracks.flatMap(({ left, top, right, bottom, strength, belief, judged }) => [
      left,
      top,
      right,
      bottom,
      strength,
      belief ?? unjudged,
      judged ?? unjudged,
    ]);
    return { numbers: [Number(this.#isFirst), ...numbers], arrays: [] };
  }

  restore({ numbers: [isFirst, ...rest] }: StageState): void {
    this.#isFirst = isFirst !== 0;
    this.#tracks = Array.from({ length: rest.length / numbersEach }, (_, at) => {
      const [left = 0, top = 0, right = 0, bottom = 0, strength = 0, ...known] = rest.slice(numbersEach * at);
      const [belief = null, judged = null] = known.map((share) => (share === unjudged ? null : share));
      return { left, top, right, bottom, strength, belief, judged, isEntering: false };
    });
  }
}

const numbersEach = 7;
const unjudged = -1;

/**
 * A belief changes as slowly as a look begins, or figures would jump into the picture; the first one counts at once. Who comes in
 * at the edge grows into the picture anyway, and would only stay grey: two looks in a row are enough, but not one that may be wrong.
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

/** How far an edge moves outwards when its figure's edge lies `distance` further out, below 0 inwards. */
function moveOut(distance: number, side: number): number {
  return distance > 0
    ? speedOut * Math.max(0, distance - slackOut * side)
    : -speedIn * Math.max(0, -distance - slackIn * side);
}
