import type { DoneSegments } from '#core/model/cut-out-checkpoint.ts';
import { Failure } from '#core/lib/failure.ts';
import type { ClipMatting } from '#core/protocol/runners.ts';
import type { Picture } from '#core/lib/picture.ts';
import type { Size } from '#core/lib/size.ts';
import type { Luma } from './analysis/track/plane.ts';
import { findSalientBox } from './analysis/track/salient-box.ts';
import { toLevels } from './matte/levels.ts';
import { matteLevels } from './matte/refiner.ts';
import type { Matrix } from './picture/colour.ts';
import type { Planes } from './picture/planes.ts';
import { Reducer, type SmallPicture } from './picture/small-picture.ts';
import type { Workspace } from './picture/workspace.ts';

/** The minimum mean and best coverage of a clip with a subject; a clip below both has none. */
const minMeanCoverage = 0.002;
const minBestCoverage = 0.01;
/** The time between two calls of the judges, in microseconds. */
const everyUs = 500_000;

/** A model that detects whether there is a subject, open for this clip, and the size of its input. */
export type Judge = Size & { readonly matting: ClipMatting };

type Coverage = { sum: number; best: number; count: number };

/**
 * Decides whether there is a subject in a clip. The judges, models that all qualities share, run on two frames per second until
 * they have found one; a clip without judges is judged by its own mattes. Empty mattes are not a result either way.
 */
export class SubjectVerdict {
  readonly #judges: readonly (Judge & { readonly reducer: Reducer })[];
  readonly #matrix: Matrix;
  readonly #lumas: Luma[] = [];
  #own: Coverage = { sum: 0, best: 0, count: 0 };
  #judged: Coverage = { sum: 0, best: 0, count: 0 };
  #nextUs = 0;

  /** The workspace has room for the inputs of the judges. */
  constructor(judges: readonly Judge[], { full, kernels }: Workspace, matrix: Matrix) {
    this.#judges = judges.map((judge) => ({ ...judge, reducer: new Reducer(full, judge, kernels) }));
    this.#matrix = matrix;
  }

  /** The mean share of the frame that the mattes cover, 0..1. */
  get coverage(): number {
    return getMean(this.#own);
  }

  /** Adds the share of the frame, 0..1, that the matte of a frame covers. */
  add(coverage: number): void {
    count(this.#own, coverage);
  }

  /** Runs the judges on a frame, if it is time; `small` is its reduced form. `planes` are read before this returns. */
  async judge(planes: Planes, small: SmallPicture, timestampUs: number): Promise<void> {
    if (timestampUs < this.#nextUs) {
      return;
    }
    this.#nextUs = timestampUs + everyUs;
    // Salient objects are searched in the first of these frames and the last one.
    this.#lumas.splice(1, 1);
    this.#lumas.push({ width: small.width, height: small.height, data: Uint8Array.from(small.y) });
    if (this.#judges.length === 0 || isThere(this.#judged)) {
      return;
    }
    const looks = this.#judges.map(({ reducer, matting }) => {
      reducer.reduce(planes);
      return lookOnce(matting, reducer.toModelPicture(this.#matrix));
    });
    // All judges must find it.
    count(this.#judged, Math.min(...(await Promise.all(looks))));
  }

  /** Throws NO_SUBJECT, which reports whether another object is salient, unless there is a subject. */
  requireSubject(): void {
    if (isThere(this.#own) && (this.#judges.length === 0 || isThere(this.#judged))) {
      return;
    }
    const { best: bestCoverage } = this.#own;
    throw new Failure('NO_SUBJECT', {
      details: { coverage: this.coverage, bestCoverage, isSomethingSalient: this.#isSomethingSalient() },
    });
  }

  save(): Pick<DoneSegments, 'coverage' | 'judged'> {
    const { sum, best } = this.#own;
    return { coverage: { sum, best }, judged: { ...this.#judged, nextUs: this.#nextUs } };
  }

  restore({ coverage, judged, frameCount }: Pick<DoneSegments, 'coverage' | 'judged' | 'frameCount'>): void {
    this.#own = { ...coverage, count: frameCount };
    const { nextUs = 0, ...seen } = judged ?? { sum: 0, best: 0, count: 0 };
    this.#judged = { ...seen };
    this.#nextUs = nextUs;
  }

  #isSomethingSalient(): boolean {
    const [first, last = first] = this.#lumas;
    return first !== undefined && last !== undefined && findSalientBox(first, last) !== null;
  }
}

/**
 * Returns the share of a frame that a model detects as the subject. Skipped frames are not processed, so each frame is the first of
 * a clip.
 */
async function lookOnce(matting: ClipMatting, picture: Picture): Promise<number> {
  const [, { alpha }] = await Promise.all([matting.reset(), matting.matte(picture)]);
  const levelled = new Float32Array(alpha.length);
  toLevels(Float32Array.from(alpha), matteLevels, levelled);
  return levelled.reduce((sum, value) => sum + value, 0) / (255 * levelled.length);
}

const getMean = ({ sum, count: frames }: Coverage): number => (frames > 0 ? sum / frames : 0);

const isThere = (coverage: Coverage): boolean =>
  getMean(coverage) >= minMeanCoverage || coverage.best >= minBestCoverage;

function count(coverage: Coverage, share: number): void {
  coverage.sum += share;
  coverage.best = Math.max(coverage.best, share);
  coverage.count++;
}
