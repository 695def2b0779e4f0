import { Failure } from '#core/lib/failure.ts';
import type { Reading } from './colours.ts';
import type { FfmpegHost, FfmpegFile } from './ffmpeg-host.ts';
import type { FfmpegProbe } from './ffmpeg-probe.ts';
import { RawLayout } from './raw-layout.ts';
import type { DecodedPicture, Source, Span, Warn } from './source.ts';

/** The seconds per call of ffmpeg if threads cannot share memory, because ffmpeg cannot wait for its reader then. */
const windowSeconds = 1;
/** The margin of a seek, because the frame that is shown at a time can begin before it. */
const seekMarginSeconds = 1;
/** Deinterlaces frames with two fields of different moments, and leaves the others unchanged. */
const deinterlacer = 'bwdif=mode=send_frame:deint=interlaced';

/** The properties of the frames to decode. */
export type FfmpegPictures = {
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly reading: Reading;
  readonly isInterlaced: boolean;
};

/** A frame whose end is not known yet; `seconds` is relative to the start of the file. */
type Timed = { readonly bytes: Uint8Array<ArrayBuffer>; readonly seconds: number };

/**
 * Creates a source for a file that ffmpeg decodes, because WebCodecs cannot. Frames are passed on as they are decoded, with the
 * timestamps of the container, without encoding and without temporary files.
 */
export function createFfmpegSource(
  host: FfmpegHost,
  { info, reading, isInterlaced, statedEndSeconds }: FfmpegProbe,
  openAudio: Source['openAudio'],
  close: () => Promise<void>,
  warn: Warn,
): Source {
  const pictures = { ...info.video, reading, isInterlaced };
  return {
    info,
    colour: reading.colour,
    statedEndSeconds,
    whole: { startSeconds: 0, endSeconds: info.durationSeconds, isTrimmed: false },
    openAudio,
    pictures: (span, fromUs = 0) => readWithFfmpeg(host, pictures, span, fromUs, warn),
    keyFrameAt: () => Promise.resolve(null),
    times: () => Promise.resolve(null),
    close,
  };
}

/** Decodes a span with the ffmpeg of the host, which is a new instance after a failure. */
export async function* readWithFfmpeg(
  host: FfmpegHost,
  pictures: FfmpegPictures,
  span: Span,
  fromUs: number,
  warn: Warn,
): AsyncGenerator<DecodedPicture, void> {
  const file = await host.open();
  if (file) {
    yield* readFfmpegPictures(file, pictures, span, fromUs, warn);
  }
}

/**
 * Decodes a span, from a little before `fromUs` on. Each frame ends where the next one begins. Throws UNSUPPORTED_MEDIA if none can
 * be decoded.
 */
async function* readFfmpegPictures(
  file: FfmpegFile,
  pictures: FfmpegPictures,
  span: Span,
  fromUs: number,
  warn: Warn,
): AsyncGenerator<DecodedPicture, void> {
  const layout = new RawLayout(pictures, file.probe.hasAlpha, pictures.reading.wide);
  let waiting: Timed | null = null;
  try {
    for await (const next of decode(file, pictures, layout, span, fromUs)) {
      const picture: DecodedPicture | null = waiting && toPicture(waiting, next.seconds, layout, span);
      if (picture) {
        yield picture;
      }
      waiting = next;
      if (span.isTrimmed && next.seconds >= span.endSeconds) {
        return;
      }
    }
  } catch (cause) {
    if (!waiting) {
      throw new Failure('UNSUPPORTED_MEDIA', {
        message: `The video (${file.probe.info.video.codec.toUpperCase()}) cannot be decoded: the file is damaged or protected.`,
        cause,
      });
    }
    warn('The video is damaged and ends early. The result contains it up to the damage.');
  }
  const last = waiting && toPicture(waiting, waiting.seconds + 1 / pictures.frameRate, layout, span);
  if (last) {
    yield last;
  }
}

/** Converts timestamps to the time of the span; null for a frame that is entirely outside. */
function toPicture({ bytes, seconds }: Timed, endsAt: number, layout: RawLayout, span: Span): DecodedPicture | null {
  const start = Math.max(0, seconds - span.startSeconds);
  const end = (span.isTrimmed ? Math.min(endsAt, span.endSeconds) : endsAt) - span.startSeconds;
  if (end <= 0 || (span.isTrimmed && start >= end)) {
    return null;
  }
  const timestampUs = Math.round(start * 1e6);
  return {
    timestampUs,
    durationUs: Math.max(0, Math.round(end * 1e6) - timestampUs),
    read: async (target) => layout.read(bytes, target),
    toVideoFrame: () => null,
    close: () => undefined,
  };
}

async function* decode(
  file: FfmpegFile,
  pictures: FfmpegPictures,
  layout: RawLayout,
  span: Span,
  fromUs: number,
): AsyncGenerator<Timed, void> {
  // Whole windows are skipped, so that the others are those of a run from the start.
  const skippedSeconds = Math.floor(Math.max(0, fromUs / 1e6 - seekMarginSeconds) / windowSeconds) * windowSeconds;
  const from = Math.max(0, span.startSeconds - seekMarginSeconds) + skippedSeconds;
  if (self.crossOriginIsolated) {
    yield* decodeWindow(file, pictures, layout, { from, to: null });
    return;
  }
  for (let at = from; at < span.endSeconds + 1; at += windowSeconds) {
    yield* decodeWindow(file, pictures, layout, { from: at, to: at + windowSeconds });
  }
}

async function* decodeWindow(
  { ffmpeg, path, probe }: FfmpegFile,
  { width, height, frameRate, reading, isInterlaced }: FfmpegPictures,
  layout: RawLayout,
  window: { from: number; to: number | null },
): AsyncGenerator<Timed, void> {
  const { clock, seekStartSeconds } = probe;
  // The seek times of ffmpeg are relative to the start of the first stream of any kind.
  const shift = clock.startSeconds - seekStartSeconds;
  const [seek, stop] = [window.from + shift, (window.to ?? 0) + shift];
  // The log level must be set, because the probe has lowered it permanently for this instance.
  const log = ['-loglevel', 'info', '-hide_banner', '-nostats'];
  const part = [...(seek > 0 ? ['-ss', String(seek)] : []), ...(window.to === null ? [] : ['-to', String(stop)])];
  const input = ['-copyts', ...part, '-i', path, '-map', `0:${probe.videoIndex}`];
  const matrix = reading.wide ? 'bt2020' : reading.colour.matrix;
  const size = `scale=${width}:${height}:in_color_matrix=${matrix}:out_color_matrix=${matrix}:out_range=tv`;
  const filters = [
    ...(isInterlaced ? [deinterlacer] : []),
    size,
    `format=${layout.pixelFormat}`,
    'showinfo=checksum=0',
  ];
  const args = [...log, ...input, '-vf', filters.join(','), '-fps_mode', 'passthrough', '-f', 'rawvideo', '/stream'];
  const times = new ShowInfoClock(frameRate, clock.startSeconds);
  for await (const message of ffmpeg.stream(args, layout.sizeBytes, 'showinfo')) {
    if ('line' in message) {
      times.read(message.line);
    } else if (message.piece.length === layout.sizeBytes) {
      yield { bytes: message.piece, seconds: times.next() };
    }
  }
}

/** Reads the exact timestamps of the frames from the lines that the filter `showinfo` prints for them. */
export class ShowInfoClock {
  readonly #frameSeconds: number;
  readonly #clockStartSeconds: number;
  readonly #times: number[] = [];
  #timeBase = 0;
  #last = Number.NaN;

  /** `clockStartSeconds` is the timestamp that counts as 0. */
  constructor(frameRate: number, clockStartSeconds: number) {
    this.#frameSeconds = 1 / frameRate;
    this.#clockStartSeconds = clockStartSeconds;
  }

  read(line: string): void {
    const base = /config in time_base: (\d+)\/(\d+)/.exec(line);
    if (base) {
      this.#timeBase = Number(base[1]) / Number(base[2]);
    }
    const frame = /\bn:\s*\d+ pts:\s*(-?\d+|NOPTS)/.exec(line);
    if (frame) {
      this.#times.push(Number(frame[1]) * this.#timeBase - this.#clockStartSeconds);
    }
  }

  /** Returns the timestamp of the next frame in seconds; one without a timestamp follows the one before. */
  next(): number {
    const stated = this.#times.shift() ?? Number.NaN;
    const guess = Number.isNaN(this.#last) ? 0 : this.#last + this.#frameSeconds;
    this.#last = Number.isNaN(stated) ? guess : stated;
    return this.#last;
  }
}
