import { groupBy } from '#core/timeline/merge/group-by.ts';
import type { RenderOptions, RenderResult, StillsOptions } from '#core/timeline/render.ts';
import { sceneAt } from '#core/timeline/scene.ts';
import { toSceneTime } from '#core/timeline/schedule.ts';
import type { Bytes } from '#store/bytes.ts';
import type { SeenPictures } from '../analysis/footage/seen-pictures.ts';
import { mostGifFrameRate } from '../sinks/gif.ts';
import type { Source } from '../source/source.ts';
import type { SeenTime } from './proxy-shelf.ts';
import { renderSound } from './render-sound.ts';
import { renderVideo, type RenderRun } from './render.ts';
import { toWantedLayer } from './seen-videos.ts';
import { renderStill, Stills } from './still.ts';

/** Makes a file of a canvas, in any of the formats. */
export function renderCanvas(bytes: Bytes, run: RenderRun): Promise<RenderResult> {
  const { options, hooks } = run;
  const { format } = options;
  if (format === 'wav' || format === 'm4a') {
    return renderSound(bytes, options, format, hooks);
  }
  if (format === 'png') {
    return renderPng(bytes, options);
  }
  const frameRate = format === 'gif' ? Math.min(mostGifFrameRate, options.frameRate) : options.frameRate;
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
 * Frames of a canvas as PNG, for which it is opened once; each of its videos is read from its beginning to its end. What `seen` has
 * of them is not decoded again.
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
      // While it is packed, the next one is drawn; whether that failed is looked at when all are drawn.
      const written = stills.pack().then((picture) => write(bytes, outputFile, picture));
      written.catch(() => undefined);
      writes.push(written);
    }
    await Promise.all(writes);
  } finally {
    // Who hears of a failure may clear up: no file is to come after that.
    await Promise.allSettled(writes);
    await stills.close();
  }
}

type Still = StillsOptions['pictures'][number];
/** A still, and which times of which files it shows, the lowest first. */
type ShownStill = { readonly still: Still; readonly videos: readonly SeenTime[] };

const listShown = ({ document, assets }: Omit<StillsOptions, 'pictures'>, atSeconds: number): SeenTime[] =>
  sceneAt(document, toSceneTime(document, atSeconds))
    .layers.flatMap(toWantedLayer)
    .map(({ assetId, seconds }) => ({ file: assets[assetId]?.file ?? '', seconds }));

/** Opens files of which all is kept that any of the stills shows. */
function createOpener(shown: readonly ShownStill[], seen: SeenPictures): (file: string) => Source | null {
  const times = groupBy(
    shown.flatMap(({ videos }) => videos),
    ({ file }) => file,
  );
  return (file) => seen.open(file, times.get(file)?.map(({ seconds }) => seconds) ?? []);
}

/** Stills of one video are beside each other, in the order of its own time, so that a group of its pictures is decoded once. */
const orderByVideos = (shown: readonly ShownStill[]): Still[] =>
  [...groupBy(shown, ({ videos: [first] }) => first?.file ?? '').values()].flatMap((group) =>
    group.toSorted((one, other) => timeOf(one) - timeOf(other)).map(({ still }) => still),
  );

const timeOf = ({ still, videos: [first] }: ShownStill): number => first?.seconds ?? still.atSeconds;

async function write(bytes: Bytes, outputFile: string, picture: Blob): Promise<void> {
  const sink = await bytes.create(outputFile);
  try {
    await sink.write(new Uint8Array(await picture.arrayBuffer()));
    await sink.close();
  } catch (thrown) {
    await sink.abort(thrown).catch(() => undefined); // What went wrong first is what the caller is to hear.
    throw thrown;
  }
}
