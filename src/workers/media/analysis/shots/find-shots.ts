import type { ShotList } from '#core/analysis/shots.ts';
import type { AnalysisHooks } from '#core/runners.ts';
import type { OpenedSource } from '../../cut-out.ts';
import { ProgressMeter } from '../../progress.ts';
import { SmallFrames } from '../small-frames.ts';
import { ShotFinder } from './shot-finder.ts';

/** The long side of the pictures that cuts are looked for in. */
const shotPicturePx = 64;

/** Looks at every picture of a video, which it closes. */
export async function findShots({ source }: OpenedSource, { onProgress }: AnalysisHooks): Promise<ShotList> {
  const progress = new ProgressMeter(source.info.durationSeconds, 'Looking for cuts', onProgress);
  progress.begin(0, 0);
  const frames = new SmallFrames(source);
  const small = frames.reducedTo(shotPicturePx);
  const finder = new ShotFinder(small);
  let endSeconds = 0;
  try {
    for await (const { startSeconds, durationSeconds } of frames.read()) {
      finder.add(small.reduce(), startSeconds);
      endSeconds = Math.max(endSeconds, startSeconds + durationSeconds);
      progress.frame(endSeconds);
    }
    await progress.settle();
    return { shots: finder.finish(endSeconds) };
  } finally {
    await source.close();
  }
}
