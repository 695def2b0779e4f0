import type { TrackAnchor, TrackOptions, TrackPoint } from '#core/analysis/track.ts';
import { Failure } from '#core/lib/failure.ts';
import type { AnalysisHooks } from '#core/protocol/runners.ts';
import type { OpenedSource } from '../../cut-out.ts';
import { ProgressMeter } from '../../progress.ts';
import { toBox, toPose } from './pose.ts';
import { SourceLuma } from './source-luma.ts';
import { trackTarget, type PoseAnchor } from './track-target.ts';

/** Tracks a target through a window of a video, which it closes. Throws UNSUPPORTED_MEDIA if the window has no frame. */
export async function trackClip(
  { source }: OpenedSource,
  { window, anchors }: TrackOptions,
  { onProgress }: AnalysisHooks,
): Promise<TrackPoint[]> {
  try {
    const frames = await SourceLuma.open(source, window);
    const { times } = frames;
    if (times.length === 0) {
      throw new Failure('UNSUPPORTED_MEDIA', {
        message: 'The video has no frame there that can be decoded in this browser.',
      });
    }
    const scale = frames.width / source.info.video.width;
    const placed = anchors.map((anchor) => toAnchor(anchor, times, scale));
    const progress = startProgress(times, placed, onProgress);
    const labelled = await trackTarget(frames, placed, progress.add);
    await progress.settle();
    return labelled.map(({ pose, state, confidence }, index) => {
      const box = toBox(pose);
      return {
        atSeconds: times[index] ?? 0,
        x: box.x / scale,
        y: box.y / scale,
        width: box.width / scale,
        height: box.height / scale,
        confidence,
        state,
      };
    });
  } finally {
    await source.close();
  }
}

/** Returns the frame at the anchor's time, and its box at the size of the tracked images. */
function toAnchor({ atSeconds, box }: TrackAnchor, times: readonly number[], scale: number): PoseAnchor {
  const index = Math.max(
    0,
    times.findLastIndex((time) => time <= atSeconds + 1e-3),
  );
  const { x, y, width, height } = box;
  return { index, pose: toPose({ x: x * scale, y: y * scale, width: width * scale, height: height * scale }) };
}

/** Reports the frames of both directions as time. */
function startProgress(
  times: readonly number[],
  anchors: readonly PoseAnchor[],
  onProgress: AnalysisHooks['onProgress'],
) {
  const indexes = anchors.map(({ index }) => index);
  const [first, last] = [Math.min(...indexes), Math.max(...indexes)];
  const total = times.length - first + (last > 0 ? last + 1 : 0);
  const secondsOfFrame = times.length > 1 ? ((times.at(-1) ?? 0) - (times[0] ?? 0)) / (times.length - 1) : 1;
  const meter = new ProgressMeter(total * secondsOfFrame, 'Tracking', onProgress);
  meter.begin(0, 0);
  let count = 0;
  return {
    add: (): void => {
      count++;
      meter.frame(count * secondsOfFrame);
    },
    settle: () => meter.settle(),
  };
}
