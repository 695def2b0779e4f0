import type { TextPlacementOptions } from '#core/analysis/text-placement.ts';
import type { Bytes } from '#store/bytes.ts';
import { SmallFrames } from '../../tasks/small-frames.ts';
import { openFile } from '../../source/open-source.ts';
import type { Source } from '../../source/source.ts';
import { toLevels, type Backdrop } from './choose-fill.ts';
import { mattesAt, type MatteWindow } from './matte-window.ts';

/** The number of frames that are read. */
const frameCount = 6;
/** The number of key frames from which on only key frames are decoded. */
const enoughKeyFrames = 3;

/** Reads some frames of the source within the window, with their mattes, on the grid of the mattes. */
export async function readBackdrops(
  bytes: Pick<Bytes, 'read'>,
  { options, ...window }: MatteWindow & { readonly options: TextPlacementOptions },
): Promise<Backdrop[]> {
  const { source } = await openFile(await bytes.read(options.sourceFile), () => undefined);
  if (!source) {
    return [];
  }
  try {
    const { startSeconds } = options.window;
    const { times, areKeys } = await chooseTimes(source, options.window);
    const mattes = await mattesAt(
      window,
      times.map((seconds) => seconds - startSeconds),
    );
    const frames = new SmallFrames(source, window.grid);
    const backdrops: Backdrop[] = [];
    for await (const { data } of areKeys ? readEach(frames, times) : frames.through(times)) {
      const alpha = mattes[backdrops.length]?.alpha;
      if (alpha) {
        backdrops.push({ width: window.grid.width, levels: toLevels(data), alpha });
      }
    }
    return backdrops;
  } finally {
    await source.close();
  }
}

/** Chooses key frames if there are enough, because they decode alone; else times at even distances. */
async function chooseTimes(
  source: Source,
  { startSeconds, endSeconds }: TextPlacementOptions['window'],
): Promise<{ readonly times: readonly number[]; readonly areKeys: boolean }> {
  const stepSeconds = (endSeconds - startSeconds) / frameCount;
  const times = Array.from({ length: frameCount }, (_, index) => startSeconds + (index + 0.5) * stepSeconds);
  const keys = await Promise.all(times.map((seconds) => source.keyFrameAt(seconds)));
  const keyTimes = [...new Set(keys)].flatMap((seconds) =>
    seconds === null || seconds < startSeconds ? [] : [seconds],
  );
  return keyTimes.length >= enoughKeyFrames ? { areKeys: true, times: keyTimes } : { areKeys: false, times };
}

async function* readEach(frames: SmallFrames, times: readonly number[]): AsyncGenerator<ImageData, void> {
  for (const seconds of times) {
    yield await frames.at(seconds);
  }
}
