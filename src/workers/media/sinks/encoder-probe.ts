import { createPlanes, type Planes } from '../picture/planes.ts';
import { FrameEncoder } from './frame-encoder.ts';

/**
 * Measures the actual capabilities of this browser's video encoders, which differ from those of `isConfigSupported`. Firefox
 * accepts any quantizer and ignores it, and some encoders throw or hang at their first frame. Each probe runs once per worker.
 */

/** The time limit of a probe. Encoders start within a second, but other programs may occupy the processor. */
const probeLimitMs = 30_000;
/** The size of probes whose packets are compared. */
const textureSize = { width: 160, height: 96 };
/** Quantizers of VP9 whose packet sizes differ by far more than `minSizeRatio`. */
const [fineQuantizer, coarseQuantizer] = [10, 60];
const minSizeRatio = 1.3;
/** A bitrate at which an encoder that drops frames does so. */
const starvingBitrate = 20_000;
const starvedFrames = 12;

/** Answers by question, including pending ones. A failure is not cached, because it may be temporary. */
class Answers<T> {
  readonly #known = new Map<string, Promise<T | null>>();

  /** `find` returns null on failure. */
  async get(question: string, find: () => Promise<T | null>): Promise<T | null> {
    const answer = this.#known.get(question) ?? find();
    this.#known.set(question, answer);
    const found = await answer;
    if (found === null) {
      this.#known.delete(question);
    }
    return found;
  }
}

const supported = new Answers<boolean>();
const quantizers = new Answers<boolean>();
const latencyModes = new Answers<LatencyMode>();

/** Returns whether the encoder accepts `config` and encodes a frame with it. */
export async function canEncode(config: VideoEncoderConfig): Promise<boolean> {
  const answer = await supported.get(JSON.stringify(config), async () => {
    const support = await VideoEncoder.isConfigSupported(config).catch(() => null);
    if (support?.supported !== true) {
      return false;
    }
    return (await encode(config, [drawGrey(config)])) === null ? null : true;
  });
  return answer === true;
}

/**
 * Returns whether the VP9 encoder follows the quantizer of each frame. `config` is the one to use, in the bitrate mode `quantizer`.
 */
export async function followsQuantizer(config: VideoEncoderConfig): Promise<boolean> {
  const answer = await quantizers.get(config.codec, async () => {
    const probe = { ...config, ...textureSize };
    const fine = await measureFirst(probe, { vp9: { quantizer: fineQuantizer } });
    const coarse = await measureFirst(probe, { vp9: { quantizer: coarseQuantizer } });
    return fine === null || coarse === null ? null : fine > minSizeRatio * coarse;
  });
  return answer === true;
}

/**
 * Returns `realtime` if that mode saves much work and loses no frame. The release version of Firefox encodes VP9 nine times as fast
 * in it; a key frame then has nearly twice the size. In its ESR 153 both modes take the same time, and give key frames of the same
 * size. An encoder that drops frames to keep its bitrate is used in the mode `quality`.
 */
export async function chooseLatencyMode(config: VideoEncoderConfig): Promise<LatencyMode> {
  const answer = await latencyModes.get(config.codec, async () => {
    const probe = { ...config, ...textureSize };
    const slow = await measureFirst({ ...probe, latencyMode: 'quality' });
    const fast = await measureFirst({ ...probe, latencyMode: 'realtime' });
    if (slow === null || fast === null) {
      return null;
    }
    if (fast < minSizeRatio * slow) {
      return 'quality';
    }
    const starved = { ...probe, latencyMode: 'realtime', bitrate: starvingBitrate } as const;
    const frames = Array.from({ length: starvedFrames }, (_, number) => drawTexture(number));
    return (await encode(starved, frames)) === null ? 'quality' : 'realtime';
  });
  return answer ?? 'quality';
}

/** Returns the bytes of the first packet, a key frame; null if there is none. */
async function measureFirst(config: VideoEncoderConfig, options?: VideoEncoderEncodeOptions): Promise<number | null> {
  const sizes = await encode(config, [drawTexture(0)], options);
  return sizes?.[0] ?? null;
}

/** Returns the sizes of the packets, in bytes; null if the encoder fails, hangs, or does not provide a decoder configuration. */
async function encode(
  config: VideoEncoderConfig,
  frames: readonly Planes[],
  options: VideoEncoderEncodeOptions = {},
): Promise<number[] | null> {
  const sizes: number[] = [];
  let isDescribed = false;
  let encoder: FrameEncoder | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(true), probeLimitMs);
  });
  try {
    encoder = new FrameEncoder(config, ({ chunk, config: decoderConfig }) => {
      sizes.push(chunk.byteLength);
      isDescribed ||= decoderConfig !== undefined;
    });
    const work = encodeAll(encoder, frames, { framerate: config.framerate ?? 30, options });
    work.catch(() => undefined); // The work rejects when a late encoder is closed.
    const isFailed = await Promise.race([work, isLate]);
    return isFailed || !isDescribed || sizes.includes(0) ? null : sizes;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    encoder?.close();
  }
}

/** Returns false, because nothing has failed. */
async function encodeAll(
  encoder: FrameEncoder,
  frames: readonly Planes[],
  { framerate, options }: { readonly framerate: number; readonly options: VideoEncoderEncodeOptions },
): Promise<boolean> {
  const durationUs = 1e6 / framerate;
  for (const [number, planes] of frames.entries()) {
    await encoder.encode(planes, {
      ...options,
      keyFrame: number === 0,
      timestampUs: Math.round(number * durationUs),
      durationUs: Math.round(durationUs),
      colorSpace: {},
    });
  }
  await encoder.finish();
  return false;
}

/** Draws a frame that is fast to encode at any size. */
function drawGrey({ width, height }: VideoEncoderConfig): Planes {
  const planes = createPlanes(width, height);
  planes.bytes.fill(128);
  return planes;
}

/** Draws a moving texture that no encoder can predict entirely. */
function drawTexture(number: number): Planes {
  const { width, height } = textureSize;
  const planes = createPlanes(width, height);
  planes.bytes.fill(128);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const wave = Math.sin((x + 3 * number) / 9) * Math.cos((y - number) / 7);
      const noise = (x * 7919 + y * 104_729 + number * 31) % 23;
      planes.y[y * width + x] = 116 + 80 * wave + noise;
    }
  }
  return planes;
}
