import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import { createPlanes, planesSize } from '../picture/planes.ts';
import type { FfmpegProbe } from './ffmpeg-probe.ts';
import type { Frame, Source, Span, Warn } from './source.ts';

/** Where threads cannot share memory, ffmpeg cannot wait for us: it is given so many seconds at a time. */
const windowSeconds = 1;
/** A seek starts so much earlier, as the picture that is shown at a time may have come before it. */
const seekMarginSeconds = 1;

/** A frame before its end is known. */
type Timed = { readonly bytes: Uint8Array<ArrayBuffer>; readonly seconds: number };

/**
 * A file that ffmpeg decodes, as WebCodecs cannot. The frames come as they are decoded, with the times of the container:
 * nothing is encoded in between and nothing goes to the disk.
 */
export function createFfmpegSource(
  ffmpeg: Ffmpeg,
  path: string,
  probe: FfmpegProbe,
  openAudio: Source['openAudio'],
  close: () => Promise<void>,
  warn: Warn,
): Source {
  const { info, colour } = probe;
  const startSeconds = info.container.includes('MPEG-TS') ? probe.startSeconds : 0;
  return {
    info,
    colour,
    statedEndSeconds: null,
    whole: { startSeconds, endSeconds: startSeconds + info.durationSeconds, isTrimmed: false },
    openAudio,
    frames: (span) => toFrames(decode(ffmpeg, path, probe, span), probe, span, warn),
    close,
  };
}

/** Gives each frame its end, which is where the next one begins. */
async function* toFrames(
  decoded: AsyncGenerator<Timed, void>,
  { info }: FfmpegProbe,
  span: Span,
  warn: Warn,
): AsyncGenerator<Frame, void> {
  let waiting: Timed | null = null;
  let count = 0;
  try {
    for await (const next of decoded) {
      const frame: Frame | null = waiting && toFrame(waiting, next.seconds, info.video, span);
      if (frame) {
        count++;
        yield frame;
      }
      waiting = next;
      if (span.isTrimmed && next.seconds >= span.endSeconds) {
        return;
      }
    }
  } catch (thrown) {
    if (count === 0) {
      throw thrown;
    }
    warn('The video breaks off where it is damaged; the result goes as far as it could be read.');
  }
  const last = waiting && toFrame(waiting, waiting.seconds + 1 / info.video.frameRate, info.video, span);
  if (last) {
    yield last;
  }
}

/** In the time of the span; null for a frame that lies wholly outside. */
function toFrame(
  { bytes, seconds }: Timed,
  endsAt: number,
  { width, height }: { width: number; height: number },
  span: Span,
): Frame | null {
  const start = Math.max(0, seconds - span.startSeconds);
  const end = (span.isTrimmed ? Math.min(endsAt, span.endSeconds) : endsAt) - span.startSeconds;
  if (end <= 0 || (span.isTrimmed && start >= end)) {
    return null;
  }
  const timestampUs = Math.round(start * 1e6);
  return {
    planes: createPlanes(width, height, bytes),
    alpha: null,
    timestampUs,
    durationUs: Math.max(0, Math.round(end * 1e6) - timestampUs),
  };
}

async function* decode(ffmpeg: Ffmpeg, path: string, probe: FfmpegProbe, span: Span): AsyncGenerator<Timed, void> {
  const from = Math.max(0, span.startSeconds - seekMarginSeconds);
  if (self.crossOriginIsolated) {
    yield* decodeWindow(ffmpeg, path, probe, span.isTrimmed ? { from, to: null } : null);
    return;
  }
  for (let at = from; at < span.endSeconds + 1; at += windowSeconds) {
    yield* decodeWindow(ffmpeg, path, probe, { from: at, to: at + windowSeconds });
  }
}

async function* decodeWindow(
  ffmpeg: Ffmpeg,
  path: string,
  { info, videoIndex }: FfmpegProbe,
  window: { from: number; to: number | null } | null,
): AsyncGenerator<Timed, void> {
  const { width, height, frameRate } = info.video;
  const seek = window && window.from > 0 ? ['-ss', String(window.from)] : [];
  const stop = window?.to ? ['-to', String(window.to)] : [];
  // The level of the log has to be said: the probe before has lowered it for this ffmpeg's whole life.
  const log = ['-loglevel', 'info', '-hide_banner', '-nostats'];
  const input = ['-copyts', ...seek, ...stop, '-i', path, '-map', `0:${videoIndex}`];
  const filter = ['-vf', `scale=${width}:${height}:out_range=tv,format=yuv420p,showinfo=checksum=0`];
  const args = [...log, ...input, ...filter, '-fps_mode', 'passthrough', '-f', 'rawvideo', '/stream'];
  const clock = new ShowInfoClock(frameRate);
  for await (const message of ffmpeg.stream(args, planesSize(width, height), 'showinfo')) {
    if ('line' in message) {
      clock.read(message.line);
    } else if (message.piece.length === planesSize(width, height)) {
      yield { bytes: message.piece, seconds: clock.next() };
    }
  }
}

/** Reads the exact times of the frames from the lines that the filter `showinfo` prints for them. */
export class ShowInfoClock {
  readonly #frameSeconds: number;
  readonly #times: number[] = [];
  #timeBase = 0;
  #last = Number.NaN;

  constructor(frameRate: number) {
    this.#frameSeconds = 1 / frameRate;
  }

  read(line: string): void {
    const base = /config in time_base: (\d+)\/(\d+)/.exec(line);
    if (base) {
      this.#timeBase = Number(base[1]) / Number(base[2]);
    }
    const frame = /\bn:\s*\d+ pts:\s*(-?\d+|NOPTS)/.exec(line);
    if (frame) {
      this.#times.push(Number(frame[1]) * this.#timeBase);
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
