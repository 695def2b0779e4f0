import { groupBy } from '#core/timeline/merge/group-by.ts';
import type { RenderOptions, RenderResult, StillsOptions } from '#core/timeline/render.ts';
import { sceneAt } from '#core/timeline/scene.ts';
import { toSceneTime } from '#core/timeline/schedule.ts';
import type { Bytes } from '#store/bytes.ts';
import type { SeenPictures } from '../analysis/footage/seen-pictures.ts';
import { maxGifFrameRate } from '../sinks/gif.ts';
import type { Source } from '../source/source.ts';
import type { SeenTime } from './proxy-shelf.ts';
import { renderSound } from './render-sound.ts';
import { renderVideo, type RenderRun } from './render.ts';
import { toWantedLayer } from './seen-videos.ts';
import { renderStill, Stills } from './still.ts';

/** Renders a canvas into a file of any format. */
export function renderCanvas(bytes: Bytes, run: RenderRun): Promise<RenderResult> {
  const { options, hooks } = run;
  const { format } = options;
  if (format === 'wav' || format === 'm4a') {
    return renderSound(bytes, options, format, hooks);
  }
  if (format === 'png') {
    return renderPng(bytes, options);
  }
  const frameRate = format === 'gif' ? Math.min(maxGifFrameRate, options.frameRate) : options.frameRate;
  return renderVideo(bytes, { ...run, options: { ...options, frameRate } });
}

async function renderPng(bytes: Bytes, options: RenderOptions): Promise<RenderResult> {
  const { width, height, frameRate, span, outputFile } = options;
  const warnings = new Set<string>();
  const still = { ...options, atSeconds: span?.startSeconds ?? 0 };
  await write(bytes, outputFile, await renderStill(bytes, still, (sentence) => void warnings.add(sentence)));
  return {
    width,
    height,
    durationSeconds: 0,
    frameRate,
    frameCount: 1,
    hasAudio: false,
    loudness: null,
    warnings: [...warnings],
  };
}

/**
 * Renders frames of a canvas as PNG in one pass: each of its videos is read from start to end. Frames that `seen` contains are not
 * decoded again.
 */
export async function drawStills(
  bytes: Bytes,
  { pictures, ...options }: StillsOptions,
  seen: SeenPictures,
): Promise<void> {
  const shown = pictures.map((still) => ({ still, videos: listShown(options, still.atSeconds) }));
  const files = { read: (file: string) => bytes.read(file), openSeen: createOpener(shown, seen) };
  const stills = await Stills.open(files, options, () => undefined);
  const writes: Promise<void>[] = [];
  try {
    const inOrder = orderByVideos(shown);
    for (const [index, { atSeconds, outputFile }] of inOrder.entries()) {
      await stills.draw(atSeconds, inOrder[index + 1]?.atSeconds ?? null);
      // While it is packed, the next one is drawn. Errors are handled after all are drawn.
      const written = stills.pack().then((picture) => write(bytes, outputFile, picture));
      written.catch(() => undefined);
      writes.push(written);
    }
    await Promise.all(writes);
  } finally {
    // After a failure the caller may clean up, so no file must be created later.
    await Promise.allSettled(writes);
    await stills.close();
  }
}

type Still = StillsOptions['pictures'][number];
/** A still, and the times of the files it shows, the lowest first. */
type ShownStill = { readonly still: Still; readonly videos: readonly SeenTime[] };

const listShown = ({ document, assets }: Omit<StillsOptions, 'pictures'>, atSeconds: number): SeenTime[] =>
  sceneAt(document, toSceneTime(document, atSeconds))
    .layers.flatMap(toWantedLayer)
    .map(({ assetId, seconds }) => ({ file: assets[assetId]?.file ?? '', seconds }));

/** Creates a function that opens a file if all frames that the stills show of it are stored. */
function createOpener(shown: readonly ShownStill[], seen: SeenPictures): (file: string) => Source | null {
  const times = groupBy(
    shown.flatMap(({ videos }) => videos),
    ({ file }) => file,
  );
  return (file) => seen.open(file, times.get(file)?.map(({ seconds }) => seconds) ?? []);
}

/** Orders stills by video and by its own time, so that each group of frames is decoded once. */
const orderByVideos = (shown: readonly ShownStill[]): Still[] =>
  [...groupBy(shown, ({ videos: [first] }) => first?.file ?? '').values()].flatMap((group) =>
    group.toSorted((one, other) => getTime(one) - getTime(other)).map(({ still }) => still),
  );

const getTime = ({ still, videos: [first] }: ShownStill): number => first?.seconds ?? still.atSeconds;

async function write(bytes: Bytes, outputFile: string, picture: Blob): Promise<void> {
  const sink = await bytes.create(outputFile);
  try {
    await sink.write(new Uint8Array(await picture.arrayBuffer()));
    await sink.close();
  } catch (thrown) {
    await sink.abort(thrown).catch(() => undefined); // The caller receives the first error.
    throw thrown;
  }
}
