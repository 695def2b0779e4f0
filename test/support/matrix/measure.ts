import { decodeFrames, decodeSound, frameTimes, probe } from '../native.ts';
import { beepHertz, beepSeconds, blocksAcross, readNumber } from './marks.ts';

/** A frame, and the time at which it is first shown. */
export type Shown = { readonly number: number | null; readonly atSeconds: number };

/** The marks found in a file, by its own time from `startsAt` on. */
export type Measured = {
  readonly seconds: number;
  /** Changes of the frame, in order. */
  readonly pictures: readonly Shown[];
  /** The starts of the beeps that have their full duration, and of others. */
  readonly beeps: readonly number[];
  readonly brokenBeeps: readonly number[];
  /** The levels of windows of `windowSeconds`. */
  readonly levels: readonly number[];
};

export const windowSeconds = 0.02;
const sampleRate = 16_000;
const isLoud = 0.5;

/** Decodes a file with native ffmpeg and reads its marks. `startsAt` is the timestamp of its start. */
export async function measureFile(file: string, startsAt = 0): Promise<Measured> {
  const { streams, format } = await probe(file);
  const has = (type: string): boolean => streams.some(({ codec_type: kind }) => kind === type);
  const pictures = has('video') ? await readPictures(file, startsAt) : [];
  const samples = has('audio') ? await decodeSound(file, sampleRate, 3600, startsAt) : new Int16Array(0);
  return { seconds: Number(format.duration ?? 0), pictures, ...findBeeps(samples), levels: measureLevels(samples) };
}

/** Like `measureFile`, from the start that ffprobe states; null if native ffmpeg cannot decode the file. */
export async function measureNatively(file: string): Promise<Measured | null> {
  try {
    const { format } = await probe(file);
    return await measureFile(file, Math.max(0, Number(format.start_time ?? 0)));
  } catch {
    return null;
  }
}

async function readPictures(file: string, startsAt: number): Promise<Shown[]> {
  const size = { width: blocksAcross, height: blocksAcross };
  const [frames, times] = [await decodeFrames(file, { ...size, pixels: 'gray' }), await frameTimes(file)];
  const shown = frames.map((frame, index) => ({
    number: readNumber(frame),
    atSeconds: (times[index] ?? Number.NaN) - startsAt,
  }));
  return shown.filter(({ number }, index) => index === 0 || number !== shown[index - 1]?.number);
}

/** Finds the beeps by their middle, because codecs smear both ends alike. */
function findBeeps(samples: Int16Array): Pick<Measured, 'beeps' | 'brokenBeeps'> {
  const envelope = demodulate(samples);
  const threshold = Math.max(0.1, envelope.reduce((most, value) => Math.max(most, value), 0) * isLoud);
  const [beeps, brokenBeeps]: [number[], number[]] = [[], []];
  let from: number | null = null;
  for (let at = 0; at <= envelope.length; at += 1) {
    const isIn = (envelope[at] ?? 0) > threshold;
    if (isIn && from === null) {
      from = at;
    } else if (!isIn && from !== null) {
      const seconds = (at - from) / sampleRate;
      const isWhole = Math.abs(seconds - beepSeconds) < 0.03;
      (isWhole ? beeps : brokenBeeps).push((from + at) / 2 / sampleRate - beepSeconds / 2);
      from = null;
    }
  }
  return { beeps, brokenBeeps };
}

/** Returns the amplitude of the frequency of the beeps, averaged over eight periods around each sample. */
function demodulate(samples: Int16Array): Float64Array {
  const half = Math.round((4 * sampleRate) / beepHertz);
  const [real, imaginary] = [new Float64Array(samples.length + 1), new Float64Array(samples.length + 1)];
  samples.forEach((sample, at) => {
    const phase = (2 * Math.PI * beepHertz * at) / sampleRate;
    real[at + 1] = (real[at] ?? 0) + (sample / 32_768) * Math.cos(phase);
    imaginary[at + 1] = (imaginary[at] ?? 0) + (sample / 32_768) * Math.sin(phase);
  });
  return Float64Array.from(samples, (_, at) => {
    const [from, to] = [Math.max(0, at - half), Math.min(samples.length, at + half)];
    const sum = (values: Float64Array): number => (values[to] ?? 0) - (values[from] ?? 0);
    return Math.hypot(sum(real), sum(imaginary)) / half;
  });
}

function measureLevels(samples: Int16Array): number[] {
  const step = windowSeconds * sampleRate;
  return Array.from({ length: Math.floor(samples.length / step) }, (_, index) => {
    const part = samples.subarray(index * step, (index + 1) * step);
    return Math.sqrt(part.reduce((sum, value) => sum + (value / 32_768) ** 2, 0) / step);
  });
}
