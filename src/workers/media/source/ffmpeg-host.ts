import type { ProbeHooks } from '#core/protocol/runners.ts';
import { compileCore } from '../ffmpeg/core.ts';
import { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import { parseFfprobe, parseSounds, type FfmpegProbe, type FfmpegSoundProbe } from './ffmpeg-probe.ts';
import { toFile, type MediaFile } from './media-file.ts';

/** A file that ffmpeg has open. */
export type FfmpegFile = { readonly ffmpeg: Ffmpeg; readonly path: string; readonly probe: FfmpegProbe };

/** The ffmpeg instance that has one file open. It is started when it is first needed, and restarted after it has failed. */
export class FfmpegHost {
  readonly #file: MediaFile;
  readonly #hooks: ProbeHooks | undefined;
  #opened: Promise<FfmpegFile | null> | null = null;
  #ffmpeg: Ffmpeg | null = null;
  #isClosed = false;
  #sounds: FfmpegSoundProbe | null = null;

  constructor(file: MediaFile, hooks: ProbeHooks | undefined) {
    this.#file = file;
    this.#hooks = hooks;
  }

  /** Opens the file; null if ffmpeg finds no video that it supports. */
  open(): Promise<FfmpegFile | null> {
    this.#isClosed = false;
    return (this.#opened ??= this.#start());
  }

  /** Returns the audio tracks that ffmpeg found, after `open`. */
  get sounds(): FfmpegSoundProbe | null {
    return this.#sounds;
  }

  /** Stops ffmpeg. Must be called after a failure too: an instance that has failed or hangs must not be reused. */
  close(): void {
    this.#isClosed = true;
    this.#ffmpeg?.close();
    this.#ffmpeg = null;
    this.#opened = null;
  }

  async #start(): Promise<FfmpegFile | null> {
    this.#hooks?.onStarting(true);
    const ffmpeg = await Ffmpeg.open(await compileCore());
    this.#hooks?.onStarting(false);
    if (this.#isClosed) {
      ffmpeg.close();
      return null;
    }
    this.#ffmpeg = ffmpeg;
    const path = await ffmpeg.mount(await toFile(this.#file));
    const json = await ffmpeg.probe(path);
    this.#sounds = parseSounds(json);
    const probe = parseFfprobe(json);
    if (!probe) {
      return null;
    }
    // For a raw stream ffprobe states no duration, or guesses it from the bit rate.
    const isStated = probe.info.durationSeconds > 0 && !probe.info.container.startsWith('raw ');
    return { ffmpeg, path, probe: isStated ? probe : await withDuration(ffmpeg, path, probe) };
  }
}

/**
 * Counts the frames of a stream without a container, whose timestamps no header states, and finds the timestamp of the first one.
 */
async function withDuration(ffmpeg: Ffmpeg, path: string, probe: FfmpegProbe): Promise<FfmpegProbe> {
  const input = ['-loglevel', 'info', '-hide_banner', '-stats', '-copyts', '-i', path, '-map', `0:${probe.videoIndex}`];
  const read = async (options: readonly string[], mark: string, pattern: RegExp): Promise<number[]> => {
    const found: number[] = [];
    for await (const message of ffmpeg.stream([...input, ...options, '-f', 'null', '/stream'], 1, mark)) {
      const [, number] = ('line' in message && pattern.exec(message.line)) || [];
      found.push(...(number === undefined ? [] : [Number(number)]));
    }
    return found;
  };
  const counts = await read(['-c', 'copy'], 'frame=', /frame=\s*(\d+)/);
  const [startSeconds = 0] = await read(['-vf', 'showinfo', '-frames:v', '1'], 'pts_time:', /pts_time:(-?[\d.]+)/);
  const durationSeconds = (counts.at(-1) ?? 0) / probe.info.video.frameRate;
  return {
    ...probe,
    info: { ...probe.info, durationSeconds },
    clock: { startSeconds, endSeconds: startSeconds + durationSeconds },
    seekStartSeconds: startSeconds,
  };
}
