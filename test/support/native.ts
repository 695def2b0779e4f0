import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The folder of clips and models that is not part of the project; tests that need it are skipped without it. */
export const sharedFolder = resolve(import.meta.dirname, '../../../shared');

/** Returns whether the shared folder and the native tools to judge results exist; otherwise logs which are missing. */
export const canJudge = (): boolean => hasSharedMedia() && hasNativeTools();

/** Returns whether the shared folder of clips exists; otherwise logs that. */
export function hasSharedMedia(): boolean {
  const hasShared = existsSync(`${sharedFolder}/media`);
  if (!hasShared) {
    console.log('skipped: the shared media do not exist');
  }
  return hasShared;
}

/** Returns whether native ffmpeg exists; otherwise logs which programs are missing. */
export function hasNativeTools(): boolean {
  const missing = ['ffmpeg', 'ffprobe'].filter((name) => !hasCommand(name));
  if (missing.length > 0) {
    console.log(`skipped: ${missing.join(', ')} not installed`);
  }
  return missing.length === 0;
}

export function hasCommand(name: string): boolean {
  try {
    execFileSync(name, ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

type ProbedStream = {
  codec_type: string;
  codec_name: string;
  pix_fmt?: string;
  width?: number;
  height?: number;
  sample_rate?: string;
  channels?: number;
  r_frame_rate?: string;
  tags?: Record<string, string>;
};
export type Probed = { streams: ProbedStream[]; format: { duration?: string; start_time?: string } };

export async function probe(file: string): Promise<Probed> {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-of', 'json', '-show_streams', '-show_format', file]);
  return JSON.parse(stdout) as Probed;
}

/**
 * Returns the presentation times of the first video stream's frames, in seconds, in order; only those of the first
 * `seconds`, if given.
 */
export async function frameTimes(file: string, seconds: number | null = null): Promise<number[]> {
  const part = seconds === null ? [] : ['-read_intervals', `%+${seconds + 2}`];
  const entries = ['-show_entries', 'frame=best_effort_timestamp_time', '-of', 'csv=p=0'];
  const args = ['-v', 'quiet', ...part, '-select_streams', 'V:0', ...entries, file];
  const { stdout } = await run('ffprobe', args, { maxBuffer: 1 << 26 });
  const times = stdout.split('\n').map((line) => Number.parseFloat(line));
  return times.filter((time) => Number.isFinite(time)).toSorted((a, b) => a - b);
}

/**
 * Decodes frames to bytes: `gray` for one byte a pixel, `rgb24` for three, `rgba` for four; `yuv420p` as planes. Scaled
 * to `width` by `height`.
 */
export async function decodeFrames(
  file: string,
  options: {
    width: number;
    height: number;
    pixels: 'gray' | 'rgb24' | 'rgba' | 'yuv420p';
    decoder?: string;
    filter?: string;
    seconds?: number;
    /** Repeats the frame, for stills. */
    isLooped?: boolean;
  },
): Promise<Uint8Array[]> {
  const { width, height, pixels, decoder, filter, seconds, isLooped } = options;
  const filters = [...(filter ? [filter] : []), `scale=${width}:${height}:flags=area`].join(',');
  const bytes = await capture('ffmpeg', [
    '-v',
    'error',
    ...(decoder ? ['-c:v', decoder] : []),
    ...(isLooped ? ['-loop', '1'] : []),
    '-i',
    file,
    ...(seconds ? ['-t', String(seconds)] : []),
    ...`-map 0:V:0 -fps_mode passthrough -vf ${filters} -f rawvideo -pix_fmt ${pixels} -`.split(' '),
  ]);
  const size = width * height * { gray: 1, rgb24: 3, rgba: 4, yuv420p: 1.5 }[pixels];
  return Array.from({ length: Math.floor(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}

function capture(command: string, args: readonly string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const pieces: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
    child.stderr.on('data', (piece: Buffer) => errors.push(piece));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(Buffer.concat(pieces)) : reject(new Error(Buffer.concat(errors).toString())),
    );
  });
}

/**
 * Returns mono audio as 16-bit samples at `sampleRate`, from `startsAt` of the file's own clock on; empty if there is
 * none.
 */
export async function decodeSound(
  file: string,
  sampleRate: number,
  seconds: number,
  startsAt = 0,
): Promise<Int16Array> {
  const stream = (await probe(file)).streams.find(({ codec_type: type }) => type === 'audio');
  if (!stream) {
    return new Int16Array(0);
  }
  // Silence fills a late start and gaps of the audio, so that sample times are times of the file.
  const firstSample = Math.round(startsAt * Number(stream.sample_rate));
  const filters = [`aresample=async=1:min_hard_comp=0.01:first_pts=${firstSample}`, `aresample=${sampleRate}`];
  const end = startsAt + seconds;
  const input = ['-v', 'error', '-copyts', '-i', file, '-vn', '-ac', '1'];
  const bytes = await capture('ffmpeg', [
    ...input,
    '-af',
    [...filters, `atrim=end=${end}`].join(','),
    '-f',
    's16le',
    '-',
  ]);
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.byteLength & ~1)));
}

/**
 * Returns the seconds by which `later` lags behind `earlier` (negative if it leads), by the maximum cross-correlation
 * within `rangeSeconds`.
 */
export function findLag(earlier: Int16Array, later: Int16Array, sampleRate: number, rangeSeconds: number): number {
  const range = Math.round(rangeSeconds * sampleRate);
  let best = { lag: 0, score: Number.NEGATIVE_INFINITY };
  for (let lag = -range; lag <= range; lag += 1) {
    let score = 0;
    for (let index = range; index < Math.min(earlier.length, later.length) - range; index += 1) {
      score += (earlier[index] ?? 0) * (later[index + lag] ?? 0);
    }
    best = score > best.score ? { lag, score } : best;
  }
  return best.lag / sampleRate;
}

/** Returns the loudness and the true peak of a file's audio, as native ffmpeg measures them (EBU R 128). */
export async function loudnessOfFile(file: string): Promise<{ integratedLufs: number; truePeakDb: number }> {
  const args = ['-hide_banner', '-nostats', '-i', file, '-af', 'ebur128=peak=true', '-f', 'null', '-'];
  const { stderr } = await run('ffmpeg', args, { maxBuffer: 1 << 26 });
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  const read = (name: string): number => Number(new RegExp(`${name}:\\s+(-?[\\d.]+)`).exec(summary)?.[1]);
  return { integratedLufs: read('I'), truePeakDb: read('Peak') };
}
