import { FFmpeg } from '@ffmpeg/ffmpeg';
import * as ort from 'onnxruntime-web/wasm';
import ortMjsUrl from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import ortWasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import type { MatteEntry } from '#core/model/models.ts';
import { createNetwork, type Network } from '#workers/matting/network.ts';
import { toSession } from '#workers/matting/session.ts';

/** The time limit of a command. This ffmpeg sometimes hangs, even beyond its own limit. */
const timeoutMs = 60_000;

/** The input of a run; `model` and `video` are base64. */
type CommonParts = {
  readonly entry: MatteEntry;
  readonly model: string;
  readonly network: CommonJob['network'];
  readonly video: string;
};

/** A run of the common way. */
export type CommonJob = {
  readonly frameRate: number;
  readonly frameCount: number;
  readonly width: number;
  readonly height: number;
  readonly network: { readonly width: number; readonly height: number };
};

/** Milliseconds of the three steps, and the file as base64. */
export type CommonResult = { extractMs: number; matteMs: number; encodeMs: number; webm: string };

/**
 * The common way: ffmpeg.wasm writes a video's frames as images, and a loop on the page removes the background of each with
 * onnxruntime-web and a canvas. Then ffmpeg.wasm encodes the images. Nothing runs in parallel.
 */
class CommonWay {
  /**
   * One core decodes and another one encodes, because a second job in the same core fails. The encoder is the core with threads,
   * set to one thread. The plain core fails with alpha, and with more threads this one sometimes hangs.
   */
  #decoder = new FFmpeg();
  #encoder = new FFmpeg();
  #session: ort.InferenceSession | null = null;
  #network: Network | null = null;

  /** Opens both cores and the model. A core can do one run. */
  async load({ entry, model, network, video }: CommonParts): Promise<void> {
    await this.#session?.release();
    this.#decoder.terminate();
    this.#encoder.terminate();
    this.#decoder = await openFfmpeg('core');
    this.#encoder = await openFfmpeg('core-mt');
    await this.#decoder.writeFile('input', fromBase64(video));
    const toAddress = (url: string): string => new URL(url, location.href).href;
    ort.env.wasm.wasmPaths = { mjs: toAddress(ortMjsUrl), wasm: toAddress(ortWasmUrl) };
    this.#session = await ort.InferenceSession.create(fromBase64(model), { logSeverityLevel: 3 });
    this.#network = createNetwork(entry, network, toSession(this.#session, ort));
  }

  async run(job: CommonJob): Promise<CommonResult> {
    const times = [performance.now()];
    await this.#extract(job);
    times.push(performance.now());
    this.#network?.reset();
    for (let frame = 1; frame <= job.frameCount; frame++) {
      await this.#cutOut(job, frame);
    }
    times.push(performance.now());
    const webm = await this.#encode(job);
    times.push(performance.now());
    const [start = 0, extracted = 0, cut = 0, end = 0] = times;
    return { extractMs: extracted - start, matteMs: cut - extracted, encodeMs: end - cut, webm: await toBase64(webm) };
  }

  /** Frames are PNG, because this ffmpeg hangs when it encodes JPEG. */
  async #extract({ frameCount }: CommonJob): Promise<void> {
    await exec(this.#decoder, `-i input -frames:v ${frameCount} -an in-%d.png`);
  }

  async #cutOut({ width, height, network }: CommonJob, frame: number): Promise<void> {
    const picture = await createImageBitmap(
      new Blob([await take(this.#decoder, `in-${frame}.png`)], { type: 'image/png' }),
    );
    const matte = await this.#matte(picture, network);
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    context?.drawImage(matte, 0, 0, width, height);
    if (context) {
      context.globalCompositeOperation = 'source-in';
    }
    context?.drawImage(picture, 0, 0);
    picture.close();
    const png = await canvas.convertToBlob({ type: 'image/png' });
    await this.#encoder.writeFile(`out-${frame}.png`, new Uint8Array(await png.arrayBuffer()));
  }

  /** Draws the matte as the alpha of a small canvas. */
  async #matte(picture: ImageBitmap, { width, height }: CommonJob['network']): Promise<OffscreenCanvas> {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context?.drawImage(picture, 0, 0, width, height);
    const image = context?.getImageData(0, 0, width, height);
    if (!context || !image || !this.#network) {
      throw new Error('no canvas, or no model');
    }
    const rgb = new Uint8Array(3 * width * height);
    for (let pixel = 0; pixel < width * height; pixel++) {
      rgb.set(image.data.subarray(4 * pixel, 4 * pixel + 3), 3 * pixel);
    }
    const { alpha } = await this.#network.matte({ width, height, rgb });
    alpha.forEach((value, pixel) => (image.data[4 * pixel + 3] = value));
    context.putImageData(image, 0, 0);
    return canvas;
  }

  async #encode({ frameRate, frameCount }: CommonJob): Promise<Uint8Array<ArrayBuffer>> {
    // Alpha fails without a lag of 0.
    const vp9 =
      '-c:v libvpx-vp9 -pix_fmt yuva420p -deadline realtime -cpu-used 8 -lag-in-frames 0 -auto-alt-ref 0 -crf 36 -b:v 0 -threads 1';
    await exec(this.#encoder, `-threads 1 -framerate ${frameRate} -i out-%d.png ${vp9} output.webm`);
    for (let frame = 1; frame <= frameCount; frame++) {
      await this.#encoder.deleteFile(`out-${frame}.png`);
    }
    return take(this.#encoder, 'output.webm');
  }
}

async function openFfmpeg(name: 'core' | 'core-mt'): Promise<FFmpeg> {
  const ffmpeg = new FFmpeg();
  const core = (file: string): string => new URL(`${name}/${file}`, location.href).href;
  await ffmpeg.load({
    coreURL: core('ffmpeg-core.js'),
    wasmURL: core('ffmpeg-core.wasm'),
    ...(name === 'core-mt' && { workerURL: core('ffmpeg-core.worker.js') }),
  });
  return ffmpeg;
}

async function exec(ffmpeg: FFmpeg, args: string): Promise<void> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`ffmpeg ${args} hangs`)), timeoutMs);
  });
  const code = await Promise.race([ffmpeg.exec(args.split(' ')), late]);
  if (code !== 0) {
    throw new Error(`ffmpeg ${args} ended with ${code}`);
  }
}

async function take(ffmpeg: FFmpeg, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await ffmpeg.readFile(name);
  await ffmpeg.deleteFile(name);
  if (typeof bytes === 'string') {
    throw new Error(`${name} was read as text`);
  }
  return new Uint8Array(bytes);
}

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0);

async function toBase64(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const reader = new FileReader();
  const read = new Promise((resolve) => reader.addEventListener('load', resolve));
  reader.readAsDataURL(new Blob([bytes]));
  await read;
  return typeof reader.result === 'string' ? reader.result.replace(/^.*,/, '') : '';
}

/** The page's interface to the bench. */
export type CommonPage = { commonWay: CommonWay };
Object.assign(globalThis, { commonWay: new CommonWay() } satisfies CommonPage);
