import type { ShotList } from '#core/analysis/shots.ts';
import type { AnalysisHooks } from '#core/protocol/runners.ts';
import type { OpenedSource } from '../../cut-out.ts';
import { ProgressMeter } from '../../progress.ts';
import { SmallFrames } from '../small-frames.ts';
import { momentPicturePx, MomentWatch, type SeenWindow } from '../track/moments.ts';
import { ShotFinder } from './shot-finder.ts';

/** The long side of the images in which cuts are found. */
const shotPicturePx = 64;

/** Analyses every frame of a video, and stores the images for a target search if it covers the whole video. Closes the video. */
export async function findShots(
  { source }: OpenedSource,
  { onProgress }: AnalysisHooks,
): Promise<ShotList & { readonly seen: SeenWindow }> {
  const progress = new ProgressMeter(source.info.durationSeconds, 'Finding scene cuts', onProgress);
  progress.begin(0, 0);
  const frames = new SmallFrames(source);
  const small = frames.reducedTo(shotPicturePx);
  const toPicture = frames.getPictures(momentPicturePx);
  const finder = new ShotFinder(small);
  const moments = new MomentWatch({ startSeconds: 0, endSeconds: source.info.durationSeconds });
  let endSeconds = 0;
  try {
    for await (const { startSeconds, durationSeconds } of frames.read()) {
      finder.add(small.reduce(), startSeconds);
      endSeconds = Math.max(endSeconds, startSeconds + durationSeconds);
      moments.add(endSeconds, toPicture);
      progress.frame(endSeconds);
    }
    await progress.settle();
    return { shots: finder.finish(endSeconds), seen: moments.finish(toPicture) };
  } finally {
    await source.close();
  }
}
