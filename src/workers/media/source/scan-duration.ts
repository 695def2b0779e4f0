import { readAmrDuration } from './amr-duration.ts';
import type { Sliced } from './media-file.ts';
import {
  headerBytes,
  readAc3Frame,
  readAdtsFrame,
  readMpegFrame,
  type FrameReader,
  type SoundFrame,
} from '#core/lib/sound-frames.ts';

const readers = [readMpegFrame, readAdtsFrame, readAc3Frame] as const;
const blockBytes = 1024 * 1024;
/** The distance that a search for the next frame looks ahead to confirm it; a frame has at most 8 KiB. */
const aheadBytes = 32 * 1024;
/** The offset of the VBRI tag from the header of a file's first frame. */
const vbriOffset = 36;
/** Offsets from the word `Xing` or `Info`: the encoder's name, and its delay and padding of 12 bits each (LAME's tag). */
const [encoderOffset, delayOffset] = [120, 141];
/**
 * The maximum difference between the bytes that a tag states and those of the file, as a share: otherwise the tag belongs to a part
 * of the file.
 */
const tagTolerance = 0.01;

/**
 * Returns the duration in seconds of audio without a container: MPEG audio (MP3, MP2), AAC in ADTS, AC-3, E-AC-3, and AMR. It is
 * the duration of all frames, minus the silence that an encoder states to have added. The frames are counted in the file if no tag
 * (Xing, Info, VBRI) states their number, or if the tag is that of another file. Null if the file has no such frames.
 */
export async function scanSoundDuration(file: Sliced): Promise<number | null> {
  const amrSeconds = await readAmrDuration(file);
  if (amrSeconds !== null) {
    return amrSeconds;
  }
  const scan = new FrameScan(file);
  const first = await scan.findFirst();
  if (!first) {
    return null;
  }
  const tag = await scan.readTag(first);
  const { samples, sampleRate } = first.frame;
  const stated = tag?.frames ?? null;
  const all = stated === null ? await scan.countSamples(first, tag !== null) : stated * samples;
  return Math.max(0, all - (tag?.silentSamples ?? 0)) / sampleRate;
}

type First = { readonly at: number; readonly frame: SoundFrame; readonly read: FrameReader };
/** The information in a first frame without audio. `frames` is null if it is unreliable. */
type Tag = { readonly frames: number | null; readonly silentSamples: number };

/** Reads a file forward in blocks. */
class FrameScan {
  readonly #file: Sliced;
  #block = new Uint8Array(0);
  #blockAt = 0;

  constructor(file: Sliced) {
    this.#file = file;
  }

  /** Finds the first frame of either kind that two others of its kind follow. */
  async findFirst(): Promise<First | null> {
    for (let at = await this.#skipTags(); at + headerBytes <= this.#file.size; at++) {
      await this.#loadFor(at);
      for (const read of isSync(this.#block[at - this.#blockAt]) ? readers : []) {
        const frame = read(this.#block, at - this.#blockAt);
        if (frame && this.#isFollowed(read, at, frame, 2)) {
          return { at, frame, read };
        }
      }
    }
    return null;
  }

  /** Reads the tag in the first frame; null if that contains audio. */
  async readTag({ at, frame }: First): Promise<Tag | null> {
    await this.#load(at);
    const view = new DataView(this.#block.buffer, this.#block.byteOffset + at - this.#blockAt);
    const word = (offset: number): string =>
      offset + 4 <= view.byteLength
        ? String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(offset + index)))
        : '';
    const number = (offset: number): number => (offset + 4 <= view.byteLength ? view.getUint32(offset) : 0);
    const audioBytes = this.#file.size - at;
    if (word(vbriOffset) === 'VBRI') {
      const frames = isNear(number(vbriOffset + 10), audioBytes) ? number(vbriOffset + 14) : null;
      return { frames, silentSamples: 0 };
    }
    const xingAt = [13, 21, 36].find((offset) => ['Xing', 'Info'].includes(word(offset)));
    if (xingAt === undefined) {
      return null;
    }
    const flags = number(xingAt + 4);
    const [hasFrames, hasBytes] = [(flags & 1) !== 0, (flags & 2) !== 0];
    const isBelieved = hasFrames && (!hasBytes || isNear(number(xingAt + (hasFrames ? 12 : 8)), audioBytes));
    const isNamed = /^(?:LAME|Lavf|Lavc|GOGO)/.test(word(xingAt + encoderOffset));
    const lengths = isNamed ? number(xingAt + delayOffset) >>> 8 : 0;
    const silentSamples = (lengths >>> 12) + (lengths & 0xfff);
    return {
      frames: isBelieved ? number(xingAt + 8) : null,
      silentSamples: silentSamples < audioBytes * frame.samples ? silentSamples : 0,
    };
  }

  /** Counts the samples of all frames from the first one on, or from the one after it. Bytes between frames are skipped. */
  async countSamples({ at: firstAt, frame: first, read }: First, isFirstTag: boolean): Promise<number> {
    let samples = isFirstTag ? -first.samples : 0;
    let freeBytes = 0;
    for (let at: number | null = firstAt; at !== null;) {
      await this.#load(at);
      const frame: SoundFrame | null = read(this.#block, at - this.#blockAt);
      if (frame?.kind !== first.kind) {
        at = await this.#findFrame(read, at + 1, first.kind);
        continue;
      }
      if (frame.sizeBytes === null && freeBytes === 0) {
        const next = await this.#findFrame(read, at + headerBytes, first.kind);
        freeBytes = next === null ? 0 : next - at - frame.paddingBytes;
      }
      const end: number = at + (frame.sizeBytes ?? freeBytes + frame.paddingBytes);
      // The last frame may be truncated; decoders leave it out.
      samples += end <= this.#file.size ? frame.samples : 0;
      at = end > at && end < this.#file.size ? end : null;
    }
    return Math.max(0, samples);
  }

  /** Finds a frame of a kind from `start` on that another one follows, or the end of the file. */
  async #findFrame(read: FrameReader, start: number, kind: string): Promise<number | null> {
    for (let at = start; at + headerBytes <= this.#file.size; at++) {
      await this.#loadFor(at);
      const offset = at - this.#blockAt;
      const frame = isSync(this.#block[offset]) ? read(this.#block, offset) : null;
      if (frame?.kind === kind && this.#isFollowed(read, at, frame, 1)) {
        return at;
      }
    }
    return null;
  }

  /** Returns whether `count` frames of the same kind follow, or fewer and then the end of the file. */
  #isFollowed(read: FrameReader, at: number, { sizeBytes, kind }: SoundFrame, count: number): boolean {
    if (sizeBytes !== null) {
      const next = at + sizeBytes;
      const frame = read(this.#block, next - this.#blockAt);
      const isSame = frame?.kind === kind;
      return next === this.#file.size || (isSame && (count === 1 || this.#isFollowed(read, next, frame, count - 1)));
    }
    // Free format: another header within the maximum frame size.
    const from = at - this.#blockAt + headerBytes;
    const within = this.#block.subarray(from, from + aheadBytes / 2);
    return within.some((byte, index) => byte === 0xff && read(within, index)?.kind === kind);
  }

  /** Returns the end of the tags at the start of the file (ID3v2.4, 3.1: seven bits count in each byte of a size). */
  async #skipTags(): Promise<number> {
    let at = 0;
    for (;;) {
      await this.#load(at);
      const head = this.#block.subarray(at - this.#blockAt, at - this.#blockAt + 10);
      if (head.length < 10 || String.fromCharCode(...head.subarray(0, 3)) !== 'ID3') {
        return at;
      }
      const footerBytes = ((head[5] ?? 0) & 0x10) === 0 ? 0 : 10;
      at += 10 + footerBytes + head.subarray(6, 10).reduce((size, byte) => size * 128 + (byte & 127), 0);
    }
  }

  /** Waits only where a block ends, because a file may have millions of bytes to check. */
  #loadFor(at: number): Promise<void> | undefined {
    return this.#has(at) ? undefined : this.#load(at);
  }

  #has(at: number): boolean {
    const end = Math.min(at + aheadBytes, this.#file.size);
    return at >= this.#blockAt && end <= this.#blockAt + this.#block.length;
  }

  async #load(at: number): Promise<void> {
    if (!this.#has(at)) {
      this.#block = new Uint8Array(await this.#file.slice(at, at + blockBytes).arrayBuffer());
      this.#blockAt = at;
    }
  }
}

/** Returns whether a frame of some kind can begin with a byte. */
const isSync = (byte: number | undefined): boolean => byte === 0xff || byte === 0x0b;

const isNear = (stated: number, actual: number): boolean => Math.abs(stated - actual) <= tagTolerance * actual;
