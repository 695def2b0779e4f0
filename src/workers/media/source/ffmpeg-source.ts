import { Failure } from '#core/failure.ts';
import type { Reading } from './colours.ts';
import type { FfmpegHost, FfmpegFile } from './ffmpeg-host.ts';
import type { FfmpegProbe } from './ffmpeg-probe.ts';
import { RawLayout } from './raw-layout.ts';
import type { DecodedPicture, Source, Span, Warn } from './source.ts';

/** Where threads cannot share memory, ffmpeg cannot wait for us: it is given so many seconds at a time. */
const windowSeconds = 1;
/** A seek starts so much earlier, as the picture that is shown at a time may have come before it. */
const seekMarginSeconds = 1;
/** Makes whole pictures of those that are two fields of different moments, and leaves the others alone. */
const deinterlacer = 'bwdif=mode=send_frame:deint=interlaced';

/** What is to be made of its pictures. */
export type FfmpegPictures = {
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly reading: Reading;
  readonly isInterlaced: boolean;
};

/** A picture before its end is known; `seconds` counts from the start of the file. */
type Timed = { readonly bytes: Uint8Array<ArrayBuffer>; readonly seconds: number };

/**
 * A file that ffmpeg decodes, as WebCodecs cannot. The frames come as they are decoded, with the times of the container:
 * nothing is encoded in between and nothing goes to the disk.
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

/** Decodes a span with the ffmpeg of the host, which is another one after a failure. */
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

/** Decodes a span, from a little before `fromUs` on. Each frame ends where the next one begins. Throws UNSUPPORTED_MEDIA when none can be decoded. */
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
        message: `The pictures (${file.probe.info.video.codec.toUpperCase()}) cannot be decoded: the file is damaged or protected.`,
        cause,
      });
    }
    warn('The video breaks off where it is damaged; the result goes as far as it could be read.');
  }
  const last = waiting && toPicture(waiting, waiting.seconds + 1 / pictures.frameRate, layout, span);
  if (last) {
    yield last;
  }
}

/** In the time of the span; null for a picture that lies wholly outside. */
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
  // Whole windows are left out, so that the others are those of a run from the start.
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
  // The seek times of ffmpeg count from the start of the first stream, whatever its kind.
  const shift = clock.startSeconds - seekStartSeconds;
  const [seek, stop] = [window.from + shift, (window.to ?? 0) + shift];
  // The level of the log has to be said: the probe before has lowered it for this ffmpeg's whole life.
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

/** Reads the exact times of the frames from the lines that the filter `showinfo` prints for them. */
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

  /** The time of the next frame in seconds; one without a time of its own follows the one before. */
  next(): number {
    const stated = this.#times.shift() ?? Number.NaN;
    const guess = Number.isNaN(this.#last) ? 0 : this.#last + this.#frameSeconds;
    this.#last = Number.isNaN(stated) ? guess : stated;
    return this.#last;
  }
}
