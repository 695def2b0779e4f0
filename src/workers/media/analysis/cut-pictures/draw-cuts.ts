import { cutPictureLayout, cutPictureWidth, getFrameSize, type CutPicture } from '#core/analysis/cut-picture.ts';
import type { Bytes } from '#store/bytes.ts';
import type { OpenedSource } from '../../cut-out.ts';
import { SmallFrames } from '../../tasks/small-frames.ts';
import { getContext } from '../../tasks/thumbnail.ts';
import { createFonts } from '../../render/raster/fonts/fonts.ts';
import { readLevelsFile } from '../sound-levels/levels-file.ts';
import { colours, drawGraph } from './draw-graph.ts';

const { margin, captionHeight, graphHeight, axisHeight } = cutPictureLayout;
const textPx = 17;
/** Frames within this time are read in one pass: restarting the decoder takes longer, above all in ffmpeg. */
const passSeconds = 2;

/** Draws images of cuts of a video, which it closes, or of audio, with the levels that were measured before. */
export async function drawCuts(
  bytes: Bytes,
  opened: OpenedSource | null,
  levelsFile: string,
  pictures: readonly CutPicture[],
): Promise<void> {
  try {
    const { wide } = await readLevelsFile(await bytes.read(levelsFile));
    for (const picture of pictures) {
      const canvas = await drawPicture(picture, wide, opened?.source ?? null);
      const sink = await bytes.create(picture.outputFile);
      await sink.write(new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer()));
      await sink.close();
    }
  } finally {
    await opened?.source.close();
  }
}

async function drawPicture(
  picture: CutPicture,
  levels: Uint8Array,
  source: OpenedSource['source'] | null,
): Promise<OffscreenCanvas> {
  const count = source ? picture.frameSeconds.length : 0;
  const size = source && count > 0 ? getFrameSize(source.info.video, count) : { width: 0, height: 0 };
  const framesHeight = count > 0 ? size.height + margin : 0;
  const canvas = new OffscreenCanvas(cutPictureWidth, captionHeight + framesHeight + graphHeight + axisHeight + margin);
  const context = getContext(canvas);
  context.fillStyle = colours.background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const frames = source && count > 0 ? await readFrames(new SmallFrames(source, size), picture.frameSeconds) : [];
  for (const [index, frame] of frames.entries()) {
    const cell = (cutPictureWidth - margin) / count;
    if (frame) {
      context.putImageData(frame, Math.round(margin + index * cell + (cell - margin - size.width) / 2), captionHeight);
    }
  }
  const top = captionHeight + framesHeight;
  const area = { left: margin, top, width: cutPictureWidth - 2 * margin, height: graphHeight };
  drawGraph(context, levels, picture, area);
  await write(context, picture, top + graphHeight);
  return canvas;
}

/** Reads the frames at `times`, in rising order; null for each frame that cannot be decoded. */
export async function readFrames(
  frames: Pick<SmallFrames, 'at' | 'through'>,
  times: readonly number[],
): Promise<(ImageData | null)[]> {
  const read: (ImageData | null)[] = [];
  if ((times.at(-1) ?? 0) - (times[0] ?? 0) <= passSeconds) {
    try {
      for await (const frame of frames.through(times)) {
        read.push(frame);
      }
    } catch {
      // The remaining frames are tried one by one.
    }
  }
  for (const seconds of times.slice(read.length)) {
    read.push(await frames.at(seconds).catch(() => null));
  }
  return read;
}

async function write(context: OffscreenCanvasRenderingContext2D, picture: CutPicture, axisTop: number): Promise<void> {
  const { captions, span } = picture;
  context.font = `500 ${textPx}px ${await fontFor(captions.join(' '))}`;
  context.fillStyle = colours.text;
  context.textBaseline = 'middle';
  const places = [
    ['left', margin],
    ['center', cutPictureWidth / 2],
    ['right', cutPictureWidth - margin],
  ] as const;
  for (const [index, [align, x]] of places.entries()) {
    context.textAlign = align;
    context.fillText(captions[index] ?? '', x, captionHeight / 2);
  }
  const ends = [span.startSeconds, (span.startSeconds + span.endSeconds) / 2, span.endSeconds];
  for (const [index, [align, x]] of places.entries()) {
    context.textAlign = align;
    context.fillText(toClock(ends[index] ?? 0), x, axisTop + axisHeight / 2);
  }
}

/** Returns the font family. Without the network and before the first render, the font is a system font. */
async function fontFor(text: string): Promise<string> {
  const loaded = await createFonts(() => undefined)
    .load('Inter', `${text}0123456789:.`)
    .catch(() => null);
  return `${loaded ? `${loaded.css}, ` : ''}sans-serif`;
}

/** Formats minutes and seconds like `1:02.4`. */
function toClock(seconds: number): string {
  const tenths = Math.round(10 * seconds);
  return `${Math.floor(tenths / 600)}:${((tenths % 600) / 10).toFixed(1).padStart(4, '0')}`;
}
