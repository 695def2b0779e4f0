import type { FfmpegHost } from './ffmpeg-host.ts';
import { readWithFfmpeg, type FfmpegPictures } from './ffmpeg-source.ts';
import type { DecodedPicture, Source, Span, Warn } from './source.ts';
import { findKeyFrame, listTimes, readWebCodecsPictures, type WebCodecsFile } from './web-codecs-source.ts';

/** The maximum time difference between the last frame of WebCodecs and the same frame from ffmpeg. */
const sameSeconds = 0.002;

/**
 * Creates a source for a file that WebCodecs decodes, with ffmpeg for fields and for frames after damage, where the browser's
 * decoder stops and ffmpeg conceals errors.
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
    warn('The video may be interlaced. It was deinterlaced with ffmpeg in WebAssembly, which takes longer.');
  }
  const { info, reading, statedEndSeconds } = file;
  const whole = { startSeconds: 0, endSeconds: info.durationSeconds, isTrimmed: false };
  const pictures = { ...info.video, reading, isInterlaced };
  const read: Source['pictures'] = (span, fromUs = 0) =>
    isInterlaced
      ? readWithFfmpeg(host, pictures, span, fromUs, warn)
      : readBoth(file, host, pictures, span, fromUs, warn);
  const keyFrameAt: Source['keyFrameAt'] = async (seconds) => (isInterlaced ? null : findKeyFrame(file, seconds));
  const times: Source['times'] = async () => (isInterlaced ? null : listTimes(file));
  return { info, colour: reading.colour, statedEndSeconds, whole, openAudio, pictures: read, keyFrameAt, times, close };
}

async function* readBoth(
  file: WebCodecsFile,
  host: FfmpegHost,
  pictures: FfmpegPictures,
  span: Span,
  fromUs: number,
  warn: Warn,
): AsyncGenerator<DecodedPicture, void> {
  let lastUs = Number.NEGATIVE_INFINITY;
  for (let startUs = fromUs; ;) {
    const knownUs = lastUs;
    try {
      for await (const picture of readWebCodecsPictures(file, span, startUs)) {
        // After a restart, frames that were already returned are skipped.
        if (startUs === fromUs || picture.timestampUs > knownUs) {
          lastUs = picture.timestampUs;
          yield picture;
        } else {
          picture.close();
        }
      }
      return;
    } catch (thrown) {
      if (!isReclaimed(thrown) || lastUs === knownUs) {
        break;
      }
      startUs = lastUs;
    }
  }
  warn('The video is damaged. After the damage it was decoded with ffmpeg in WebAssembly, as far as possible.');
  yield* readRest(host, pictures, span, lastUs, warn);
}

/** Returns whether the browser has closed an unused decoder to reclaim its resources. The file is intact. */
const isReclaimed = (thrown: unknown): boolean =>
  thrown instanceof DOMException && thrown.name === 'QuotaExceededError';

/** Reads the frames after the one at `lastUs`, if there are any. */
async function* readRest(
  host: FfmpegHost,
  pictures: FfmpegPictures,
  span: Span,
  lastUs: number,
  warn: Warn,
): AsyncGenerator<DecodedPicture, void> {
  const restSeconds = Math.max(0, lastUs / 1e6 + sameSeconds);
  const rest = { ...span, startSeconds: span.startSeconds + restSeconds };
  const offsetUs = Math.round(restSeconds * 1e6);
  try {
    for await (const picture of readWithFfmpeg(host, pictures, rest, 0, warn)) {
      // A frame that began before is the last one again.
      if (picture.timestampUs > 0 || lastUs < 0) {
        yield { ...picture, timestampUs: picture.timestampUs + offsetUs };
      }
    }
  } catch (thrown) {
    if (lastUs < 0) {
      throw thrown;
    }
    warn('The video is damaged and ends early. The result contains it up to the damage.');
  }
}
