import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import type { Bytes } from '#store/bytes.ts';
import { FrameCanvas } from '../render/frame-canvas.ts';
import { Journal, type JournalMark } from './journal.ts';
import type { Sinks } from './open-sinks.ts';
import type { OutputFrame, OutputSpec } from './sink.ts';

const maxColours = 256;
/** The minimum alpha of an opaque pixel; all others are transparent, because a GIF has no partial alpha. */
const minAlpha = 128;
const transparentIndex = 255;
/** Delays are in hundredths of a second; players slow down delays below two of them. */
const minDelay = 2;
const microsecondsOfDelay = 10_000;

/** The maximum frame rate of a GIF. */
export const maxGifFrameRate = 1e6 / microsecondsOfDelay / minDelay;

/** The part of an output specification that a GIF depends on. */
type GifSpec = Pick<OutputSpec, 'file' | 'width' | 'height' | 'colour' | 'hasAlpha'>;

/** Opens a GIF to write: each frame has its own palette, and is written to the journal in its final form. It repeats forever. */
export async function openGif(bytes: Bytes, spec: GifSpec, mark: JournalMark | null): Promise<Sinks> {
  const journal = await Journal.open(bytes, spec.file, mark);
  const encoder = new FrameCoder(spec);
  return {
    hasAudio: false,
    writeDecoded: null,
    write: async (frame) => {
      const { timestampUs, durationUs } = frame;
      const data = encoder.encode(frame, journal.packetCount === 0);
      journal.append({ data, alpha: null, isKey: true, timestampUs, durationUs }, { codec: 'gif' });
    },
    endSegment: () => Promise.resolve([journal.flush()]),
    close: async (onWritten) => {
      await writeFile(bytes, spec.file, journal, onWritten);
      journal.close();
    },
    abort: () => journal.close(),
  };
}

async function writeFile(
  bytes: Bytes,
  name: string,
  journal: Journal,
  onWritten: (share: number) => void,
): Promise<void> {
  const sink = await bytes.create(name);
  try {
    let written = 0;
    for (const { data } of journal.packets()) {
      await sink.write(Uint8Array.from(data));
      onWritten(++written / journal.packetCount);
    }
    const end = GIFEncoder({ auto: false });
    end.finish();
    await sink.write(Uint8Array.from(end.bytesView()));
    await sink.close();
  } catch (thrown) {
    await sink.abort(thrown).catch(() => undefined); // The caller receives the first error.
    throw thrown;
  }
}

/** Encodes frames as GIF bytes; the first one includes the file header. */
class FrameCoder {
  readonly #size: { readonly width: number; readonly height: number };
  readonly #hasAlpha: boolean;
  readonly #canvas: FrameCanvas;
  readonly #encoder = GIFEncoder({ auto: false });

  constructor({ width, height, colour, hasAlpha }: GifSpec) {
    this.#size = { width, height };
    this.#hasAlpha = hasAlpha;
    this.#canvas = new FrameCanvas(new OffscreenCanvas(width, height), { width, height }, colour.matrix);
  }

  encode({ colour, alpha, timestampUs, durationUs }: OutputFrame, isFirst: boolean): Uint8Array {
    const { width, height } = this.#size;
    const { data } = this.#canvas.toImage(colour, alpha);
    const clear = this.#hasAlpha ? findClear(data) : null;
    const palette = quantize(clear ? withoutClear(data) : data, maxColours - Number(this.#hasAlpha), {
      format: 'rgb565',
    });
    const index = applyPalette(data, palette, 'rgb565');
    clear?.forEach((at) => (index[at] = transparentIndex));
    this.#encoder.reset();
    if (isFirst) {
      this.#encoder.writeHeader();
    }
    this.#encoder.writeFrame(index, width, height, {
      palette: padded(palette),
      delay: toDelay(timestampUs, durationUs),
      first: isFirst,
      repeat: 0,
      transparent: this.#hasAlpha,
      transparentIndex,
      dispose: this.#hasAlpha ? 2 : 1,
    });
    return this.#encoder.bytesView().slice();
  }
}

/** Returns the delay in milliseconds, of which the file stores tens; rounded so that errors do not accumulate. */
function toDelay(timestampUs: number, durationUs: number): number {
  const toHundredths = (us: number): number => Math.round(us / microsecondsOfDelay);
  return 10 * Math.max(minDelay, toHundredths(timestampUs + durationUs) - toHundredths(timestampUs));
}

/** Finds the transparent pixels. */
function findClear(rgba: Uint8ClampedArray): Int32Array {
  const found: number[] = [];
  for (let at = 0; at < rgba.length / 4; at++) {
    if ((rgba[4 * at + 3] ?? 0) < minAlpha) {
      found.push(at);
    }
  }
  return Int32Array.from(found);
}

/** Returns the other pixels, from which the palette is computed; one black pixel if there are none. */
function withoutClear(rgba: Uint8ClampedArray): Uint8ClampedArray {
  const kept = new Uint8ClampedArray(rgba.length);
  let length = 0;
  for (let at = 0; at < rgba.length; at += 4) {
    if ((rgba[at + 3] ?? 0) >= minAlpha) {
      kept.set(rgba.subarray(at, at + 4), length);
      length += 4;
    }
  }
  return kept.slice(0, Math.max(4, length));
}

/** Pads a palette to 256 colours, so that it contains the index of transparent pixels. */
const padded = (palette: number[][]): number[][] =>
  Array.from({ length: maxColours }, (_, at) => palette[at] ?? [0, 0, 0]);
