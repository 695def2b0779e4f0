import { findCorners } from './corners.ts';
import { FlowTracker, trackChecked, type Checked } from './flow.ts';
import { Pyramid, type Luma } from './plane.ts';
import { movePose, type Pose } from './pose.ts';
import { FrameSearch } from './search.ts';
import { isRecognised, getScore, toConfidence, toPlace, type Motion, type Sighting } from './sighting.ts';
import { findConsensus } from './similarity.ts';
import { Template, type Fit } from './template.ts';

/** The number of points to track, and the share of them below which they are seeded again. */
const pointCount = 80;
const minPoints = 0.6;
/** The minimum points of a motion, and the minimum points of a motion that is accepted without a template. */
const fewestPoints = 6;
const manyPoints = 10;
/** The number of frames in which a recovered target must be visible before it is accepted. */
const probation = 2;
/** The interval, in frames, at which the anchor's template is compared with the track. */
const checkFrames = 8;
/** The maximum number of frames for which a target is tracked by its points alone. */
const doubtfulFrames = 8;
/**
 * The number of frames after which a lost target is searched only in every third frame. Where it is found, the track is extended
 * back to its first appearance.
 */
const patientFrames = 6;
const patientEvery = 3;
/** The maximum number of templates: the anchor's, and the latest ones. */
const keptTemplates = 4;

/**
 * Tracks one target from an anchor through consecutive frames, forwards or backwards. Points give its motion (median flow, Kalal
 * and others 2010, with RANSAC instead of medians). Templates of the anchor and of later confident frames give its position, which
 * prevents drift, and its visibility.
 */
export class TargetTracker {
  readonly #flow = new FlowTracker();
  readonly #search = new FrameSearch();
  #now: Pyramid;
  #before: Pyramid;
  #templates: Template[] = [];
  #points: Float32Array = new Float32Array(0);
  #seededCount = 0;
  #pose: Pose;
  #velocity = { x: 0, y: 0 };
  #isSeen = true;
  #missedCount = 0;
  /** The number of frames in which it was tracked without similarity to its templates, and its position before them. */
  #doubtfulCount = 0;
  #lastSure: Pose | null = null;
  /** The frames since the target was recovered, until it is accepted; then 0. */
  #onProbation = 0;
  #sinceTemplate = 0;
  #sinceSeeding = 0;
  #sinceCheck = 0;

  constructor(luma: Luma, pose: Pose) {
    this.#now = new Pyramid(luma.width, luma.height);
    this.#before = new Pyramid(luma.width, luma.height);
    this.#pose = pose;
    this.anchor(luma, pose);
  }

  /** Sets the position of the target in this frame, which becomes the one before the next. */
  anchor(luma: Luma, pose: Pose): void {
    this.#now.fill(luma);
    this.#pose = pose;
    this.#velocity = { x: 0, y: 0 };
    this.#isSeen = true;
    this.#onProbation = 0;
    // Templates from before may show something else, which the user corrects with this anchor.
    this.#templates = [new Template(this.#now, pose)];
    this.#lastSure = null;
    this.#doubtfulCount = 0;
    this.#sinceTemplate = 0;
    this.#seed();
  }

  /** Copies the templates of another tracker. */
  learnFrom(other: TargetTracker): void {
    this.#templates = [...other.#templates];
  }

  /** Tracks the target in the next frame. */
  step(luma: Luma): Sighting {
    [this.#before, this.#now] = [this.#now, this.#before];
    this.#now.fill(luma);
    const isFollowed = this.#isSeen || this.#onProbation > 0 || this.#doubtfulCount > 0;
    const sighting = isFollowed ? this.#followTarget() : this.#findAgain();
    this.#isSeen = sighting.isSeen;
    if (sighting.isSeen) {
      this.#missedCount = 0;
      this.#lastSure = null;
    }
    return sighting;
  }

  #followTarget(): Sighting {
    const moved = this.#follow();
    const expected = moved?.pose ?? this.#predict();
    const fit = this.#fit(expected, moved !== null);
    if (!this.#isShown(moved, fit)) {
      return this.#doubt(moved);
    }
    this.#doubtfulCount = 0;
    const pose = this.#findDrift(expected) ?? toPlace(moved, fit, expected);
    this.#velocity = { x: pose.x - this.#pose.x, y: pose.y - this.#pose.y };
    this.#pose = pose;
    this.#refresh(moved, fit);
    const confidence = toConfidence(moved, fit);
    if (this.#onProbation > 0 && this.#onProbation < probation) {
      this.#onProbation++;
      return { pose, isSeen: false, confidence };
    }
    this.#onProbation = 0;
    return { pose, isSeen: true, confidence };
  }

  /** Tracks a target that looks different a little further by its points, because it may only have turned. */
  #doubt(moved: Motion | null): Sighting {
    this.#onProbation = 0;
    this.#lastSure ??= this.#pose;
    this.#doubtfulCount++;
    this.#sinceCheck = checkFrames;
    if (moved && this.#doubtfulCount <= doubtfulFrames) {
      this.#velocity = { x: moved.pose.x - this.#pose.x, y: moved.pose.y - this.#pose.y };
      this.#pose = moved.pose;
    } else {
      this.#pose = this.#lastSure;
      this.#doubtfulCount = 0;
      this.#velocity = { x: 0, y: 0 };
    }
    return { pose: this.#pose, isSeen: false, confidence: 0 };
  }

  /** Returns the motion of the points; null if there are too few inliers. */
  #follow(): Motion | null {
    const count = this.#points.length >> 1;
    const guess = this.#points.map((value, at) => value + (at % 2 === 0 ? this.#velocity.x : this.#velocity.y));
    const checked = trackChecked(this.#flow, this.#before, this.#now, this.#points, guess);
    const tolerance = Math.max(1, 0.012 * Math.hypot(this.#pose.width, this.#pose.height));
    const consensus = findConsensus(checked, tolerance);
    if (!consensus || consensus.inlierCount < fewestPoints || consensus.inlierCount < 0.3 * count) {
      this.#points = checked.to;
      return null;
    }
    this.#points = keepInliers(checked, consensus.inliers);
    const { map, inlierCount } = consensus;
    return {
      map,
      pose: movePose(this.#pose, map),
      inlierCount,
      share: inlierCount / Math.max(1, this.#seededCount),
      medianError: checked.medianError,
    };
  }

  #predict(): Pose {
    return { ...this.#pose, x: this.#pose.x + this.#velocity.x, y: this.#pose.y + this.#velocity.y };
  }

  /** Returns the template that fits best near a pose. */
  #fit(pose: Pose, isExpected: boolean): Fit {
    let best: Fit | null = null;
    for (const template of this.#templates) {
      const fit = template.align(this.#now, pose);
      const isNear = Math.hypot(fit.pose.x - pose.x, fit.pose.y - pose.y) < (isExpected ? 0.2 : 0.5) * pose.width;
      const isBetter = !best || getScore(fit) > getScore(best) + 0.02;
      if (isNear && isBetter) {
        best = fit;
      }
    }
    return best ?? { pose, likeness: 0, wholeLikeness: 0, visibleShare: 0 };
  }

  /**
   * Detects drift every few frames: if the anchor's template does not fit, returns the nearby position where it does. The templates
   * learnt in between are wrong then.
   */
  #findDrift(pose: Pose): Pose | null {
    const [first] = this.#templates;
    this.#sinceCheck++;
    if (!first || this.#sinceCheck < checkFrames) {
      return null;
    }
    this.#sinceCheck = 0;
    const here = first.align(this.#now, pose);
    if (here.wholeLikeness > 0.75) {
      return null;
    }
    const fits = this.#search.find(this.#now, first, pose, 3).map((place) => first.align(this.#now, place.pose));
    const found = fits.find(
      ({ pose: other, wholeLikeness, visibleShare }) =>
        Math.hypot(other.x - pose.x, other.y - pose.y) < 0.6 * pose.width &&
        wholeLikeness > Math.max(0.75, here.wholeLikeness + 0.1) &&
        visibleShare > 0.65,
    );
    if (!found) {
      return null;
    }
    this.#templates = [first];
    return found.pose;
  }

  /** Returns whether the fit shows the target. */
  #isShown(moved: Motion | null, fit: Fit): boolean {
    if (!isInside(moved?.pose ?? fit.pose, this.#now)) {
      return false;
    }
    const isAlike = fit.likeness > 0.7 && fit.visibleShare > 0.5;
    if (!moved) {
      return isAlike;
    }
    const isPlausible = fit.likeness > 0.5 && fit.visibleShare > 0.3 && moved.share > 0.2;
    const isAgreed = moved.share > 0.3 && moved.inlierCount >= manyPoints && fit.wholeLikeness > 0.4;
    const isHeld = moved.share > 0.6 && moved.inlierCount >= manyPoints && fit.wholeLikeness > 0.25;
    return isAlike || isPlausible || isAgreed || isHeld;
  }

  /** Seeds new points and learns a new template when the old ones are used up and the target is clearly visible. */
  #refresh(moved: Motion | null, fit: Fit): void {
    this.#sinceTemplate++;
    this.#sinceSeeding++;
    const isWhole = fit.visibleShare > 0.7;
    const isFirm = moved !== null && moved.share > 0.5 && moved.inlierCount >= manyPoints;
    if (
      this.#sinceTemplate > 6 &&
      fit.wholeLikeness < 0.85 &&
      isFirm &&
      (isWhole || (fit.wholeLikeness > 0.4 && this.#sinceSeeding > 15))
    ) {
      this.#learn();
    }
    const isThin = this.#points.length / 2 < minPoints * this.#seededCount;
    if ((isThin && (isWhole || this.#sinceSeeding > 12)) || (isWhole && this.#sinceSeeding > 30)) {
      this.#seed();
    }
  }

  /** Learns a template. The anchor's template stays; the oldest of the others is removed. */
  #learn(): void {
    const [first, ...others] = this.#templates;
    const kept = others.slice(-(keptTemplates - 2));
    this.#templates = [...(first ? [first] : []), ...kept, new Template(this.#now, this.#pose)];
    this.#sinceTemplate = 0;
  }

  #seed(): void {
    this.#points = findCorners(this.#now.base, this.#pose, pointCount);
    this.#seededCount = this.#points.length >> 1;
    this.#sinceSeeding = 0;
  }

  /** Searches a lost target in the whole frame. */
  #findAgain(): Sighting {
    const nothing = { pose: this.#pose, isSeen: false, confidence: 0 };
    this.#missedCount++;
    if (this.#missedCount > patientFrames && this.#missedCount % patientEvery !== 0) {
      return nothing;
    }
    const places = this.#listPlaces().toSorted((one, other) => getScore(other) - getScore(one));
    const [best, second] = places;
    const isFound =
      best !== undefined &&
      isRecognised(best, this.#pose) &&
      isInside(best.pose, this.#now) &&
      (!second || getScore(second) < 0.85 * getScore(best));
    if (!isFound) {
      return nothing;
    }
    this.#pose = best.pose;
    this.#velocity = { x: 0, y: 0 };
    this.#onProbation = 1;
    this.#seed();
    return { ...nothing, pose: best.pose };
  }

  #listPlaces(): Fit[] {
    const [first] = this.#templates;
    const last = this.#templates.at(-1);
    const fits: Fit[] = [];
    for (const template of new Set([first, last])) {
      const places = template ? this.#search.find(this.#now, template, this.#pose, 3) : [];
      for (const { pose } of [{ pose: this.#pose }, ...places]) {
        const fit = template?.align(this.#now, pose);
        const isNew = fits.every(
          (other) => fit && Math.hypot(other.pose.x - fit.pose.x, other.pose.y - fit.pose.y) > 0.3 * fit.pose.width,
        );
        if (fit && isNew) {
          fits.push(fit);
        }
      }
    }
    return fits;
  }
}

function keepInliers({ to }: Checked, inliers: Uint8Array): Float32Array {
  return Float32Array.from([...to].filter((_, at) => inliers[at >> 1]));
}

/** Returns whether the centre of the target is in the frame. */
const isInside = ({ x, y }: Pose, { base }: Pyramid): boolean => x >= 0 && y >= 0 && x < base.width && y < base.height;
