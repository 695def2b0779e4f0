import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createNetwork, type Network } from '#workers/matting/network.ts';
import type { PlannedNetwork } from '#workers/matting/plan.ts';
import { toSession } from '#workers/matting/session.ts';
import type { Clip } from './clips.ts';
import type { BenchModel } from '../lib/models.ts';

export type Format = 'webm' | 'mov' | 'mp4';

type Ort = Pick<typeof import('onnxruntime-web'), 'InferenceSession' | 'Tensor'>;

/** The folder of onnxruntime for Node: a separate package, because only this benchmark needs its 110 MB. */
const packageDir = join(import.meta.dirname, 'native');
const threads = 2;

/**
 * The native way: one ffmpeg decodes small frames, onnxruntime computes mattes, and a second ffmpeg composites the enlarged mattes
 * and encodes. All run in parallel, and pipes carry only small frames. Nothing is refined, and colors stay unchanged.
 */
export class NativeWay {
  readonly #ort: Ort;
  #opened: { key: string; network: Network } | null = null;

  static open(): NativeWay {
    if (!existsSync(join(packageDir, 'node_modules/onnxruntime-node'))) {
      installPackage();
    }
    return new NativeWay(createRequire(join(packageDir, 'package.json'))('onnxruntime-node') as Ort);
  }

  private constructor(ort: Ort) {
    this.#ort = ort;
  }

  /** Removes the background of the first `clip.seconds` and writes the file `output`. */
  async run(clip: Clip, model: BenchModel, plan: PlannedNetwork, format: Format, output: string): Promise<void> {
    const { width, height } = plan.size;
    const network = await this.#openNetwork(model, plan);
    network.reset();
    const decoder = spawn('ffmpeg', decoderArgs(clip, plan), { stdio: ['ignore', 'pipe', 'inherit'] });
    const encoder = spawn('ffmpeg', encoderArgs(clip, plan, format, output), { stdio: ['pipe', 'ignore', 'inherit'] });
    const ended = Promise.all([decoder, encoder].map(toEnd));
    for await (const rgb of pictures(decoder, 3 * width * height)) {
      const { alpha } = await network.matte({ width, height, rgb });
      if (!encoder.stdin.write(alpha)) {
        await new Promise((resolve) => encoder.stdin.once('drain', resolve));
      }
    }
    encoder.stdin.end();
    await ended;
  }

  /** Opens the model. A session is kept until another one is needed, as in the product. */
  async #openNetwork({ entry, dir }: BenchModel, plan: PlannedNetwork): Promise<Network> {
    const key = JSON.stringify([plan.variant.file, plan.size]);
    if (this.#opened?.key !== key) {
      const session = await this.#ort.InferenceSession.create(readFileSync(join(dir, plan.variant.file)), {
        intraOpNumThreads: threads,
        logSeverityLevel: 3,
      });
      // The product's own adapters prepare the frames and read the mattes, with the native runtime.
      this.#opened = { key, network: createNetwork(entry, plan.size, toSession(session, this.#ort)) };
    }
    return this.#opened.network;
  }
}

function installPackage(): void {
  console.log('Installing onnxruntime for Node, 110 MB (npm ci in bench/speed/native) ...');
  try {
    execFileSync('npm', ['ci'], { cwd: packageDir, stdio: ['ignore', 'ignore', 'inherit'] });
  } catch (cause) {
    const message =
      'onnxruntime for Node could not be installed. Run `npm ci` in bench/speed/native, or leave native programs out: --ways product';
    throw new Error(message, { cause });
  }
}

function decoderArgs({ file, seconds }: Clip, { size: { width, height } }: PlannedNetwork): string[] {
  const input = ['-v', 'error', '-threads', String(threads), '-i', file, '-t', String(seconds), '-an'];
  const picture = ['-vf', `scale=${width}:${height}:flags=area`, '-fps_mode', 'passthrough'];
  return [...input, ...picture, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'];
}

/** The encoders' options. Quantizers are those of the product's `fast`; x264 has the product's bitrate of H.264. */
const codecs: Record<Format, readonly string[]> = {
  webm: [
    ...'-c:v libvpx-vp9 -pix_fmt yuva420p -deadline realtime -cpu-used 8 -row-mt 1 -crf 36 -b:v 0'.split(' '),
    ...'-c:a libopus'.split(' '),
  ],
  mov: '-c:v prores_ks -profile:v 4444 -pix_fmt yuva444p10le -alpha_bits 8 -vendor apl0 -q:v 8 -c:a pcm_s16le'.split(
    ' ',
  ),
  mp4: '-c:v libx264 -preset veryfast -pix_fmt yuv420p -crf 23 -c:a aac'.split(' '),
};

function encoderArgs(clip: Clip, { size: network }: PlannedNetwork, format: Format, output: string): string[] {
  const { width, height, frameRate, seconds } = clip;
  const length = ['-t', String(seconds)];
  const pictures = ['-v', 'error', '-y', '-threads', String(threads), ...length, '-i', clip.file];
  const size = `${network.width}x${network.height}`;
  const mattes = ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', size, '-r', String(frameRate), '-i', '-'];
  const merge = `[1:v]scale=${width}:${height}:flags=bicubic[a];[0:v][a]alphamerge`;
  const overGreen = `color=0x00b140:s=${width}x${height}:r=${frameRate}[g];${merge}[c];[g][c]overlay=shortest=1`;
  const filter = ['-filter_complex', `${format === 'mp4' ? overGreen : merge}[v]`, '-map', '[v]', '-map', '0:a?'];
  return [...pictures, ...mattes, ...filter, ...codecs[format], '-threads', String(threads), ...length, output];
}

/** Splits a stream of bytes into frames of `size` bytes. */
async function* pictures(decoder: ChildProcess, size: number): AsyncGenerator<Uint8Array, void> {
  let waiting: Buffer = Buffer.alloc(0);
  for await (const piece of decoder.stdout ?? []) {
    waiting = waiting.length === 0 ? (piece as Buffer) : Buffer.concat([waiting, piece as Buffer]);
    while (waiting.length >= size) {
      yield waiting.subarray(0, size);
      waiting = waiting.subarray(size);
    }
  }
}

function toEnd(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}`))));
  });
}
