import { labelPath, type Labelled } from './label-path.ts';
import type { Luma } from './plane.ts';
import { mixPoses, type Pose } from './pose.ts';
import type { Sighting } from './sighting.ts';
import { TargetTracker } from './target-tracker.ts';

/** The frames of a window, at the size for tracking. */
export interface LumaFrames {
  /** The start time of each frame, in seconds. */
  readonly times: readonly number[];
  /** Decodes the frames from one index to before another, in order; each has its own pixels. */
  read(from: number, to: number): AsyncIterable<Luma>;
}

/** A position of the target that the user set. */
export type PoseAnchor = { readonly index: number; readonly pose: Pose };

/** The maximum number of frames that are kept to track a recovered target backwards. */
const keptFrames = 45;
/**
 * The number of frames that are decoded at once on the backward pass. The same number before the last anchor is decoded once for
 * both passes.
 */
const chunkFrames = 200;

/**
 * Tracks the target in each frame, forwards and backwards from anchors. Between two anchors, both passes are mixed by confidence
 * and distance. `onFrame` is called for each processed frame. At least one anchor is needed.
 */
export async function trackTarget(
  frames: LumaFrames,
  anchors: readonly PoseAnchor[],
  onFrame: (seconds: number) => void,
): Promise<Labelled[]> {
  const sorted = anchors.toSorted((one, other) => one.index - other.index);
  const kept: Luma[] = [];
  const forward = await trackForward(frames, sorted, kept, onFrame);
  const backward = await trackBackward(frames, sorted, kept, onFrame);
  const sightings = frames.times.map((_, index) => mixWays(forward[index], backward[index], sorted, index));
  return labelPath(sightings, frames.times);
}

type Ways = (Sighting | undefined)[];

/** Tracks from the first anchor to the end. Stores the frames of the backward pass in `kept` if they are few. */
async function trackForward(
  frames: LumaFrames,
  anchors: readonly PoseAnchor[],
  kept: Luma[],
  onFrame: (seconds: number) => void,
): Promise<Ways> {
  const [first, last] = [anchors[0], anchors.at(-1)];
  const found: Ways = [];
  if (!first || !last) {
    return found;
  }
  const way = new Way(found, 1);
  const isShort = last.index < chunkFrames;
  let index = isShort ? 0 : first.index;
  for await (const luma of frames.read(index, frames.times.length)) {
    if (isShort && index <= last.index) {
      kept.push(luma);
    }
    if (index >= first.index) {
      way.look(luma, index, anchorAt(anchors, index));
      onFrame(frames.times[index] ?? 0);
    }
    index++;
  }
  return found;
}

/** Tracks from the last anchor to the start, in chunks that are decoded forwards. */
async function trackBackward(
  frames: LumaFrames,
  anchors: readonly PoseAnchor[],
  kept: readonly Luma[],
  onFrame: (seconds: number) => void,
): Promise<Ways> {
  const last = anchors.at(-1);
  const found: Ways = [];
  if (!last || last.index === 0) {
    return found;
  }
  const way = new Way(found, -1);
  for (let end = last.index + 1; end > 0; end -= chunkFrames) {
    const start = Math.max(0, end - chunkFrames);
    const chunk = kept.length > 0 ? kept : await readAll(frames, start, end);
    for (let at = chunk.length - 1; at >= 0; at--) {
      const luma = chunk[at];
      if (luma) {
        way.look(luma, start + at, anchorAt(anchors, start + at));
        onFrame(frames.times[start + at] ?? 0);
      }
    }
  }
  return found;
}

async function readAll(frames: LumaFrames, from: number, to: number): Promise<Luma[]> {
  const lumas: Luma[] = [];
  for await (const luma of frames.read(from, to)) {
    lumas.push(luma);
  }
  return lumas;
}

const anchorAt = (anchors: readonly PoseAnchor[], index: number): Pose | undefined =>
  anchors.find((anchor) => anchor.index === index)?.pose;

/** One pass through the frames. */
class Way {
  readonly #found: Ways;
  readonly #step: 1 | -1;
  /** The frames since the target was last seen; the latest is last. */
  #missed: { readonly luma: Luma; readonly index: number }[] = [];
  #tracker: TargetTracker | null = null;

  constructor(found: Ways, step: 1 | -1) {
    this.#found = found;
    this.#step = step;
  }

  /** Processes the next frame; `anchor` is a position that the user set. */
  look(luma: Luma, index: number, anchor: Pose | undefined): void {
    if (anchor) {
      this.#anchor(luma, index, anchor);
      return;
    }
    const sighting = this.#tracker?.step(luma);
    if (!sighting) {
      return;
    }
    this.#found[index] = sighting;
    if (sighting.isSeen) {
      this.#lookBack(luma, index, sighting.pose);
      return;
    }
    this.#missed.push({ luma, index });
    if (this.#missed.length > keptFrames) {
      this.#missed.shift();
    }
  }

  #anchor(luma: Luma, index: number, pose: Pose): void {
    this.#found[index] = { pose, isSeen: true, confidence: 1 };
    if (this.#tracker) {
      this.#tracker.anchor(luma, pose);
      this.#lookBack(luma, index, pose);
    } else {
      this.#tracker = new TargetTracker(luma, pose);
    }
  }

  /** Tracks a recovered target backwards until it is not visible, because it was visible before it was recognised. */
  #lookBack(luma: Luma, index: number, pose: Pose): void {
    const missed = this.#missed;
    this.#missed = [];
    if (missed.length === 0 || !this.#tracker || missed.at(-1)?.index !== index - this.#step) {
      return;
    }
    const back = new TargetTracker(luma, pose);
    back.learnFrom(this.#tracker);
    for (const { luma: before, index: at } of missed.toReversed()) {
      const sighting = back.step(before);
      if (!sighting.isSeen) {
        return;
      }
      this.#found[at] = sighting;
    }
  }
}

/** Mixes both passes between two anchors. */
function mixWays(
  forward: Sighting | undefined,
  backward: Sighting | undefined,
  anchors: readonly PoseAnchor[],
  index: number,
): Sighting {
  const only = forward ?? backward;
  if (!forward || !backward) {
    return only ?? { pose: { x: 0, y: 0, width: 1, height: 1, angle: 0 }, isSeen: false, confidence: 0 };
  }
  if (forward.isSeen !== backward.isSeen) {
    return forward.isSeen ? forward : backward;
  }
  const before = anchors.findLast((anchor) => anchor.index <= index)?.index ?? index;
  const after = anchors.find((anchor) => anchor.index >= index)?.index ?? index;
  const near = after > before ? (index - before) / (after - before) : 0.5;
  const [ofForward, ofBackward] = [forward.confidence * (1 - near), backward.confidence * near];
  const share = ofForward + ofBackward > 0 ? ofBackward / (ofForward + ofBackward) : near;
  return {
    pose: mixPoses(forward.pose, backward.pose, share),
    isSeen: forward.isSeen,
    confidence: Math.max(forward.confidence, backward.confidence),
  };
}
