import type { FfmpegHost } from './ffmpeg-host.ts';
import { readFfmpegFrames, type FfmpegPictures } from './ffmpeg-source.ts';
import type { Frame, FrameTarget, Source, Span, Warn } from './source.ts';
import { findKeyFrame, readWebCodecsFrames, type WebCodecsFile } from './web-codecs-source.ts';

/** A picture of ffmpeg that is so little later than the last one of WebCodecs is the same picture. */
const sameSeconds = 0.002;

/**
 * A file that WebCodecs decodes, with ffmpeg for what it does worse: fields, and pictures after damage, where the browser's
 * decoder stops and ffmpeg's goes on with what it can make of them.
 */
export function createMixedSource(
  file: WebCodecsFile,
  isInterlaced: boolean,
  host: FfmpegHost,
  openAudio: Source['openAudio'],
  close: () => Promise<void>,
  warn: Warn,
): Source {
  if (isInterlaced) {
    warn('The video may be interlaced; ffmpeg in WebAssembly joined its fields to whole pictures, which takes longer.');
  }
  const { info, reading, statedEndSeconds, whole } = file;
  const pictures = { ...info.video, reading, isInterlaced };
  const frames: Source['frames'] = (span, target, fromUs = 0) =>
    isInterlaced
      ? readWithFfmpeg(host, pictures, span, target, fromUs, warn)
      : readBoth(file, host, pictures, span, target, fromUs, warn);
  const keyFrameAt: Source['keyFrameAt'] = async (seconds) =>
    isInterlaced ? null : findKeyFrame(file.video, whole.startSeconds, seconds);
  return { info, colour: reading.colour, statedEndSeconds, whole, openAudio, frames, keyFrameAt, close };
}

async function* readBoth(
  file: WebCodecsFile,
  host: FfmpegHost,
  pictures: FfmpegPictures,
  span: Span,
  target: FrameTarget,
  fromUs: number,
  warn: Warn,
): AsyncGenerator<Frame, void> {
  let lastUs = Number.NEGATIVE_INFINITY;
  try {
    for await (const frame of readWebCodecsFrames(file, span, target, fromUs)) {
      lastUs = frame.timestampUs;
      yield frame;
    }
    return;
  } catch {
    warn('The video is damaged; from there on ffmpeg in WebAssembly showed what can be made out.');
  }
  yield* readRest(host, pictures, span, target, lastUs, warn);
}

/** What comes after the picture at `lastUs`, as far as there is any. */
async function* readRest(
  host: FfmpegHost,
  pictures: FfmpegPictures,
  span: Span,
  target: FrameTarget,
  lastUs: number,
  warn: Warn,
): AsyncGenerator<Frame, void> {
  const restSeconds = Math.max(0, lastUs / 1e6 + sameSeconds);
  const rest = { ...span, startSeconds: span.startSeconds + restSeconds };
  const offsetUs = Math.round(restSeconds * 1e6);
  try {
    for await (const frame of readWithFfmpeg(host, pictures, rest, target, 0, warn)) {
      // A picture that began before is the last one once more.
      if (frame.timestampUs > 0 || lastUs < 0) {
        yield { ...frame, timestampUs: frame.timestampUs + offsetUs };
      }
    }
  } catch (thrown) {
    if (lastUs < 0) {
      throw thrown;
    }
    warn('The video breaks off where it is damaged; the result goes as far as it could be read.');
  }
}

async function* readWithFfmpeg(
  host: FfmpegHost,
  pictures: FfmpegPictures,
  span: Span,
  target: FrameTarget,
  fromUs: number,
  warn: Warn,
): AsyncGenerator<Frame, void> {
  const file = await host.open();
  if (file) {
    yield* readFfmpegFrames(file, pictures, span, target, fromUs, warn);
  }
}
