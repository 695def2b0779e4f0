import type { FaceDetector } from '#core/analysis/detection.ts';
import type { Footage, FootageSample } from '#core/analysis/footage.ts';
import type { Shot } from '#core/analysis/shots.ts';
import type { AnalysisHooks } from '#core/protocol/runners.ts';
import type { Picture } from '#core/lib/picture.ts';
import type { OpenedSource } from '../../cut-out.ts';
import { ProgressMeter } from '../../progress.ts';
import { ShotFinder } from '../shots/shot-finder.ts';
import { SmallFrames, type ReducedLuma } from '../small-frames.ts';
import type { Planes } from '../../picture/planes.ts';
import { Borders, type Bordered } from './borders.ts';
import { FaceWatch } from './face-watch.ts';
import {
  colourCells,
  countColours,
  findAttention,
  measurePicture,
  toShares,
  type MotionMap,
} from './measure-picture.ts';
import { seenPicturePx, type SeenVideo } from './seen-pictures.ts';
import { coloursWithin, measuredWithin } from './within-borders.ts';

/** The long sides of the images for cuts and motion, and of the images that are measured. */
const cutPicturePx = 64;
export const samplePicturePx = 320;
/**
 * The long side of the larger images for face detection, which some samples without faces use because faces may be small. At 16:9
 * the detector adds no padding.
 */
const closerPicturePx = 512;
/** The distance between samples, which is larger in very long videos, and the maximum number of samples. */
const sampleSeconds = 0.2;
const maxSamples = 6000;

/** A sample, and the colours that identify its shot. */
type MeasuredFrame = { readonly sample: Omit<FootageSample, 'faces'>; readonly colours: Float64Array };

/**
 * Analyses every frame of a video for cuts and motion, and a few samples per second in detail, which `seen` stores. Closes the
 * video.
 */
export async function surveyVideo(
  { source }: OpenedSource,
  detector: FaceDetector | null,
  { onProgress }: AnalysisHooks,
  seen: SeenVideo | null = null,
): Promise<Footage> {
  const { video, durationSeconds, audio } = source.info;
  const progress = new ProgressMeter(durationSeconds, 'Analyzing video', onProgress);
  progress.begin(0, 0);
  const everySeconds = Math.max(sampleSeconds, durationSeconds / maxSamples);
  const survey = new Survey(new SmallFrames(source), detector, everySeconds, seen);
  try {
    const { endSeconds, shots, looked, faces, bordered } = await survey.run((seconds) => progress.frame(seconds));
    await progress.settle();
    return {
      kind: 'video',
      width: video.width,
      height: video.height,
      durationSeconds: endSeconds,
      hasSound: audio !== null,
      ...(bordered && { inside: bordered.inside }),
      shots: shots.map((shot) => ({ ...shot, colours: getColours(shot, looked, bordered) })),
      samples: looked.map(({ sample }, index) => ({
        ...(bordered ? measuredWithin(sample, bordered) : sample),
        faces: faces?.[index] ?? null,
      })),
    };
  } finally {
    await source.close();
  }
}

class Survey {
  readonly #frames: SmallFrames;
  readonly #faces: FaceWatch | null;
  readonly #everySeconds: number;
  readonly #seen: SeenVideo | null;
  readonly #small: ReducedLuma;
  readonly #toPicture: () => Picture;
  readonly #toCloserPicture: () => Picture;
  readonly #toSeenPicture: () => Planes;
  readonly #before: Float32Array;
  readonly #motion: MotionMap;
  readonly #borders = new Borders();
  #frameMotion = 0;
  #framesSinceSample = 0;

  constructor(frames: SmallFrames, faces: FaceDetector | null, everySeconds: number, seen: SeenVideo | null) {
    this.#frames = frames;
    this.#faces = faces && new FaceWatch(faces);
    this.#everySeconds = everySeconds;
    this.#seen = seen;
    this.#small = frames.reducedTo(cutPicturePx);
    this.#toPicture = frames.getPictures(samplePicturePx);
    this.#toCloserPicture = frames.getPictures(closerPicturePx);
    this.#toSeenPicture = frames.getPlanes(seenPicturePx);
    const { width, height } = this.#small;
    this.#before = new Float32Array(width * height);
    this.#motion = { width, height, levels: new Float32Array(width * height) };
  }

  async run(onFrame: (endSeconds: number) => void) {
    const finder = new ShotFinder(this.#small);
    const looked: MeasuredFrame[] = [];
    let [endSeconds, nextSeconds, isFirst] = [0, 0, true];
    for await (const { startSeconds, durationSeconds, hasAlpha } of this.#frames.read()) {
      const luma = this.#small.reduce();
      const isCut = finder.add(luma, startSeconds);
      this.#addMotion(luma, isFirst || isCut);
      isFirst = false;
      if (startSeconds >= nextSeconds || isCut) {
        const picture = this.#toPicture();
        looked.push(this.#look(picture, startSeconds));
        if (!hasAlpha) {
          this.#seen?.add(startSeconds, isCut, this.#toSeenPicture);
          this.#borders.add(picture);
        }
        await this.#faces?.add(picture, this.#toCloserPicture, isCut);
        nextSeconds = startSeconds + this.#everySeconds;
      }
      endSeconds = Math.max(endSeconds, startSeconds + durationSeconds);
      onFrame(endSeconds);
    }
    const faces = await this.#faces?.finish();
    return { endSeconds, shots: finder.finish(endSeconds), looked, faces, bordered: this.#borders.find() };
  }

  /** Adds the change since the frame before; across a cut there is no motion. */
  #addMotion(luma: Float32Array, isOther: boolean): void {
    const { levels } = this.#motion;
    let sum = 0;
    const count = isOther ? 0 : luma.length;
    for (let at = 0; at < count; at++) {
      const change = Math.abs((luma[at] ?? 0) - (this.#before[at] ?? 0));
      levels[at] = Math.max(levels[at] ?? 0, change);
      sum += change;
    }
    this.#frameMotion += sum / luma.length / 255;
    this.#framesSinceSample++;
    this.#before.set(luma);
  }

  #look(picture: Picture, atSeconds: number): MeasuredFrame {
    const colours = new Float64Array(colourCells);
    countColours(picture, colours);
    const motion = Math.round((1e5 * this.#frameMotion) / Math.max(1, this.#framesSinceSample)) / 1e5;
    const attention = findAttention(picture, this.#motion);
    this.#motion.levels.fill(0);
    [this.#frameMotion, this.#framesSinceSample] = [0, 0];
    return { sample: { atSeconds, ...measurePicture(picture), motion, attention }, colours };
  }
}

/** Computes the mean colours of the samples of a shot, in thousandths. */
function getColours(
  { startSeconds, endSeconds }: Shot,
  looked: readonly MeasuredFrame[],
  bordered: Bordered | null,
): number[] {
  const sum = new Float64Array(colourCells);
  const own = looked.filter(({ sample }) => sample.atSeconds >= startSeconds && sample.atSeconds < endSeconds);
  own.forEach(({ colours }) => colours.forEach((count, at) => (sum[at] = (sum[at] ?? 0) + count)));
  return toShares(bordered ? coloursWithin(sum, bordered) : sum);
}
