import type { TaskRequest } from '#core/protocol/engine-tasks.ts';
import type { Source } from '../source/source.ts';
import type { Material } from './material.ts';
import { SmallFrames } from './small-frames.ts';
import { drawBitmap, fitWidth, getContext, requireVideo, getSize, toWebp, type Made } from './thumbnail.ts';

/** The maximum number of frames of a video that is decoded in one pass; the filmstrip of a longer video shows its key frames. */
const passFrames = 900;

/** Draws images of a material side by side, each from the middle of its share. Throws UNSUPPORTED_MEDIA for audio. */
export async function drawFilmstrip(
  material: Material,
  { count, width }: Pick<Extract<TaskRequest, { kind: 'filmstrip' }>, 'count' | 'width'>,
): Promise<Made> {
  const size = fitWidth(getSize(material), width);
  const canvas = new OffscreenCanvas(count * size.width, size.height);
  if (material.kind === 'picture') {
    for (let index = 0; index < count; index++) {
      drawBitmap(canvas, material.bitmap, index * size.width, size);
    }
    return { blob: await toWebp(canvas), notes: { ...size, count, stepSeconds: 0 } };
  }
  const source = requireVideo(material);
  const stepSeconds = source.info.durationSeconds / count;
  const times = Array.from({ length: count }, (_, index) => (index + 0.5) * stepSeconds);
  let left = 0;
  for await (const tile of readTiles(source, new SmallFrames(source, size), times)) {
    getContext(canvas).putImageData(tile, left, 0);
    left += size.width;
  }
  return { blob: await toWebp(canvas), notes: { ...size, count, stepSeconds } };
}

async function* readTiles(source: Source, frames: SmallFrames, times: readonly number[]): AsyncGenerator<ImageData> {
  const { durationSeconds, video } = source.info;
  if (durationSeconds * video.frameRate <= passFrames) {
    yield* frames.through(times);
    return;
  }
  let tile: ImageData | null = null;
  let shownSeconds = 0;
  for (const time of times) {
    const seconds = (await source.keyFrameAt(time)) ?? time;
    tile = tile && shownSeconds === seconds ? tile : await frames.at(seconds);
    shownSeconds = seconds;
    yield tile;
  }
}
