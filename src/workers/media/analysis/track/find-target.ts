import type { FaceDetector } from '#core/analysis/detection.ts';
import { resample } from '#workers/matting/resample.ts';
import type { FindTargetOptions, FoundTarget, TrackBox } from '#core/analysis/track.ts';
import type { AnalysisHooks, ClipMatting } from '#core/protocol/runners.ts';
import type { Picture } from '#core/lib/picture.ts';
import type { Size } from '#core/lib/size.ts';
import type { OpenedSource } from '../../cut-out.ts';
import { SmallFrames } from '../../tasks/small-frames.ts';
import { fitInside } from '../../picture/fit-inside.ts';
import type { Source } from '../../source/source.ts';
import { isSeen, momentPicturePx, timesToSee, toSeen, type Seen, type SeenWindow } from './moments.ts';
import type { Luma } from './plane.ts';
import { findSalientBox } from './salient-box.ts';
import { findHead, findSubject, isTooNear } from './subject-box.ts';

/** The minimum confidence of a face. */
const minScore = 0.6;

/** An open matting model, and its input size. */
type Mattes = { readonly size: Size; readonly matting: ClipMatting };

type Finders = {
  /** Opens a matting model if no face is found; null to use none. */
  readonly openMattes: (() => Promise<Mattes>) | null;
  readonly faces: FaceDetector | null;
  /** The frames that were read from the video before; null if there are none. */
  readonly before: SeenWindow | null;
  readonly hooks: AnalysisHooks;
};

type Candidate = FoundTarget & { readonly score: number };

/** Finds a target at a few moments of a window of a video, which it closes. */
export async function findTarget(
  { source }: OpenedSource,
  { window, wanted }: FindTargetOptions,
  { openMattes, faces, before, hooks }: Finders,
): Promise<FoundTarget | null> {
  const report = (fraction: number): void =>
    hooks.onProgress({
      stage: 'Finding the subject',
      fraction,
      etaSeconds: null,
      framesPerSecond: null,
      framesDone: 0,
    });
  try {
    report(0);
    const seen = before && isSeen(window, before.window) ? before.seen : await readMoments(source, window);
    report(0.4);
    const { width } = source.info.video;
    const face = faces && (await best(seen, (one) => findFace(one, faces, width)));
    report(0.6);
    const mattes = face ? null : await openMattes?.();
    const found = face ?? (mattes ? await best(seen, (one) => findByMatte(one, mattes, wanted, width)) : null);
    report(0.9);
    return found || wanted === 'face' ? found && toTarget(found) : findByContrast(seen, width);
  } finally {
    await source.close();
  }
}

const toTarget = ({ atSeconds, box, by }: Candidate): FoundTarget => ({ atSeconds, box, by });

/** Returns the best candidate of all moments. */
async function best(seen: readonly Seen[], find: (one: Seen) => Promise<Candidate | null>): Promise<Candidate | null> {
  let found: Candidate | null = null;
  for (const one of seen) {
    const candidate = await find(one);
    found = candidate && (!found || candidate.score > 1.15 * found.score) ? candidate : found;
  }
  return found;
}

/** Returns the face with the largest product of size and confidence; `width` is the width of the video. */
async function findFace({ atSeconds, picture }: Seen, faces: FaceDetector, width: number): Promise<Candidate | null> {
  const scale = width / picture.width;
  const candidates = (await faces.findFaces(picture))
    .filter(({ score }) => score >= minScore)
    .map((face) => ({
      atSeconds,
      box: scaleBox(face, scale, scale),
      by: 'face' as const,
      score: face.score * Math.sqrt(face.width * face.height),
    }));
  return candidates.toSorted((one, other) => other.score - one.score)[0] ?? null;
}

async function findByMatte(
  { atSeconds, picture }: Seen,
  { size, matting }: Mattes,
  wanted: FindTargetOptions['wanted'],
  width: number,
): Promise<Candidate | null> {
  await matting.reset();
  const matte = await matting.matte(toSize(picture, size));
  const head = wanted === 'face' || isTooNear(matte) ? findHead(matte) : null;
  const subject = head ?? findSubject(matte);
  if (!subject) {
    return null;
  }
  const height = (width * picture.height) / picture.width;
  const box = scaleBox(subject.box, width / matte.width, height / matte.height);
  return { atSeconds, box, by: head ? 'head' : 'matte', score: Math.sqrt(subject.share) };
}

function toSize({ width, height, rgb }: Picture, size: Size): Picture {
  const scaled = new Uint8Array(3 * size.width * size.height);
  resample({ width, height, data: rgb }, { left: 0, top: 0, width, height }, { ...size, data: scaled }, 3);
  return { width: size.width, height: size.height, rgb: scaled };
}

const scaleBox = ({ x, y, width, height }: TrackBox, across: number, down: number): TrackBox => ({
  x: x * across,
  y: y * down,
  width: width * across,
  height: height * down,
});

function findByContrast(seen: readonly Seen[], width: number): FoundTarget | null {
  for (const { atSeconds, picture, later } of seen) {
    const box = findSalientBox(toLuma(picture), toLuma(later));
    if (box) {
      const scale = width / picture.width;
      return { atSeconds, box: scaleBox(box, scale, scale), by: 'contrast' };
    }
  }
  return null;
}

/** Reads the moments in order, in one pass: decoding up to each of them separately takes several times as long. */
async function readMoments(source: Source, window: FindTargetOptions['window']): Promise<Seen[]> {
  const rising = timesToSee(window);
  const frames = new SmallFrames(source, fitInside(source.info.video, momentPicturePx));
  const pictures = new Map<number, Picture>();
  let index = 0;
  for await (const frame of frames.through(rising)) {
    pictures.set(rising[index] ?? 0, toPicture(frame));
    index++;
  }
  return toSeen(window, pictures);
}

function toPicture({ width, height, data }: ImageData): Picture {
  const rgb = new Uint8Array(3 * width * height);
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
    rgb[to] = data[from] ?? 0;
    rgb[to + 1] = data[from + 1] ?? 0;
    rgb[to + 2] = data[from + 2] ?? 0;
  }
  return { width, height, rgb };
}

/** Computes luma by BT.601, which is good enough for contrast. */
function toLuma({ width, height, rgb }: Picture): Luma {
  const data = new Uint8Array(width * height);
  for (let at = 0; at < data.length; at++) {
    data[at] = 0.299 * (rgb[3 * at] ?? 0) + 0.587 * (rgb[3 * at + 1] ?? 0) + 0.114 * (rgb[3 * at + 2] ?? 0);
  }
  return { width, height, data };
}
