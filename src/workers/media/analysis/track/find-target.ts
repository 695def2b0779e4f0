import type { FaceDetector } from '#core/analysis/detection.ts';
import type { FindTargetOptions, FoundTarget, TrackBox } from '#core/analysis/track.ts';
import type { AnalysisHooks, ClipMatting, Picture } from '#core/runners.ts';
import type { Size } from '#core/size.ts';
import type { OpenedSource } from '../../cut-out.ts';
import { SmallFrames } from '../../errands/small-frames.ts';
import { fitInside } from '../../picture/fit-inside.ts';
import type { Source } from '../../source/source.ts';
import type { Luma } from './plane.ts';
import { findSalientBox } from './salient-box.ts';
import { findHead, findSubject } from './subject-box.ts';

/** Where in the window targets are looked for, as shares of it; the middle first, as that is tracked both ways. */
const moments = [0.5, 0.25, 0.75, 0.08, 0.92] as const;
/** The long side of the pictures that faces are looked for in, and what stands out. */
const facePx = 640;
const contrastPx = 640;
/** Less sure faces are none. */
const leastScore = 0.6;
/** How far apart the two frames are in which something moves. */
const motionSeconds = 0.2;

type Finders = {
  readonly matte: { readonly size: Size; readonly matting: ClipMatting } | null;
  readonly faces: FaceDetector | null;
  readonly hooks: AnalysisHooks;
};

type Candidate = FoundTarget & { readonly score: number };

/** Looks for a target at a few moments of a window of a video, which it closes. */
export async function findTarget(
  { source }: OpenedSource,
  { window, wanted }: FindTargetOptions,
  { matte, faces, hooks }: Finders,
): Promise<FoundTarget | null> {
  const length = window.endSeconds - window.startSeconds;
  const times = moments.map((share) => window.startSeconds + share * length);
  const report = (fraction: number): void =>
    hooks.onProgress({ stage: 'Looking', fraction, etaSeconds: null, framesPerSecond: null, framesDone: 0 });
  try {
    report(0);
    const face = faces && (await best(times, (at) => findFace(source, faces, at)));
    report(0.4);
    const ofMatte = !face && matte ? await best(times, (at) => findByMatte(source, matte, { at, wanted })) : null;
    report(0.8);
    const isDone = face ?? ofMatte ?? wanted === 'face';
    return toTarget(face ?? ofMatte ?? (isDone ? null : await findByContrast(source, times, window.endSeconds)));
  } finally {
    await source.close();
  }
}

const toTarget = (found: Candidate | FoundTarget | null): FoundTarget | null =>
  found && { atSeconds: found.atSeconds, box: found.box, by: found.by };

/** The best of all moments. */
async function best(
  times: readonly number[],
  find: (atSeconds: number) => Promise<Candidate | null>,
): Promise<Candidate | null> {
  let found: Candidate | null = null;
  for (const atSeconds of times) {
    const candidate = await find(atSeconds);
    found = candidate && (!found || candidate.score > 1.15 * found.score) ? candidate : found;
  }
  return found;
}

/** The face that is largest for how sure it is. */
async function findFace(source: Source, faces: FaceDetector, atSeconds: number): Promise<Candidate | null> {
  const size = fitInside(source.info.video, facePx);
  const found = await faces.findFaces(await readPicture(source, size, atSeconds));
  const scale = source.info.video.width / size.width;
  const candidates = found
    .filter(({ score }) => score >= leastScore)
    .map(({ x, y, width, height, score }) => ({
      atSeconds,
      box: { x: x * scale, y: y * scale, width: width * scale, height: height * scale },
      by: 'face' as const,
      score: score * Math.sqrt(width * height),
    }));
  return candidates.toSorted((one, other) => other.score - one.score)[0] ?? null;
}

async function findByMatte(
  source: Source,
  { size, matting }: NonNullable<Finders['matte']>,
  { at, wanted }: { readonly at: number; readonly wanted: FindTargetOptions['wanted'] },
): Promise<Candidate | null> {
  await matting.reset();
  const matte = await matting.matte(await readPicture(source, size, at));
  const subject = wanted === 'face' ? findHead(matte) : findSubject(matte);
  if (!subject) {
    return null;
  }
  const { width, height } = source.info.video;
  const box = scaleBox(subject.box, width / matte.width, height / matte.height);
  return { atSeconds: at, box, by: 'matte', score: Math.sqrt(subject.share) };
}

const scaleBox = ({ x, y, width, height }: TrackBox, across: number, down: number): TrackBox => ({
  x: x * across,
  y: y * down,
  width: width * across,
  height: height * down,
});

async function findByContrast(
  source: Source,
  times: readonly number[],
  endSeconds: number,
): Promise<FoundTarget | null> {
  const size = fitInside(source.info.video, contrastPx);
  const scale = source.info.video.width / size.width;
  for (const atSeconds of times) {
    const later = Math.max(0, Math.min(atSeconds + motionSeconds, endSeconds - 1e-3));
    const now = toLuma(await readPicture(source, size, atSeconds));
    const box = findSalientBox(now, toLuma(await readPicture(source, size, later)));
    if (box) {
      return { atSeconds, box: scaleBox(box, scale, scale), by: 'contrast' };
    }
  }
  return null;
}

async function readPicture(source: Source, { width, height }: Size, seconds: number): Promise<Picture> {
  const { data } = await new SmallFrames(source, { width, height }).at(seconds);
  const rgb = new Uint8Array(3 * width * height);
  for (let at = 0; at < width * height; at++) {
    rgb.set(data.subarray(4 * at, 4 * at + 3), 3 * at);
  }
  return { width, height, rgb };
}

/** Luma by BT.601, as contrast needs no more. */
function toLuma({ width, height, rgb }: Picture): Luma {
  const data = new Uint8Array(width * height);
  for (let at = 0; at < data.length; at++) {
    data[at] = 0.299 * (rgb[3 * at] ?? 0) + 0.587 * (rgb[3 * at + 1] ?? 0) + 0.114 * (rgb[3 * at + 2] ?? 0);
  }
  return { width, height, data };
}
