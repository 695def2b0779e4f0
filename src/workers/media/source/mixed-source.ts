import type { FfmpegHost } from './ffmpeg-host.ts';
import { readWithFfmpeg, type FfmpegPictures } from './ffmpeg-source.ts';
import type { DecodedPicture, Source, Span, Warn } from './source.ts';
import { findKeyFrame, listTimes, readWebCodecsPictures, type WebCodecsFile } from './web-codecs-source.ts';

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
        // After a new start those come again that were there before.
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
  warn('The video is damaged; from there on ffmpeg in WebAssembly showed what can be made out.');
  yield* readRest(host, pictures, span, lastUs, warn);
}

/** Whether the browser has taken a decoder away that was not used for a while, to give it to others. The file is whole. */
const isReclaimed = (thrown: unknown): boolean =>
  thrown instanceof DOMException && thrown.name === 'QuotaExceededError';

/** What comes after the picture at `lastUs`, as far as there is any. */
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
      // A picture that began before is the last one once more.
      if (picture.timestampUs > 0 || lastUs < 0) {
        yield { ...picture, timestampUs: picture.timestampUs + offsetUs };
      }
    }
  } catch (thrown) {
    if (lastUs < 0) {
      throw thrown;
    }
    warn('The video breaks off where it is damaged; the result goes as far as it could be read.');
  }
}
