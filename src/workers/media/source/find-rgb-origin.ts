import { EncodedPacketSink, type InputVideoTrack } from 'mediabunny';
import { rgbFactors, toMatrix, type Matrix } from '../picture/colour.ts';
import { findRed, type RgbOrigin } from '../picture/rgb-origin.ts';
import { readAvcParameters } from './avc-parameters.ts';
import type { CodedColour } from './colours.ts';
import { readVp9Colour } from './vp9-header.ts';

/** The conversion by which the decoders of a track create RGB. */
export type TrackRgb = {
  readonly origin: RgbOrigin;
  /** Whether a second stream of alpha keeps all of its values if it claims full range. */
  readonly isAlphaKept: boolean;
};

/**
 * Determines how the frames of a track were converted to RGB; null if `format`, that of a decoded frame, is not RGB. Firefox
 * returns all frames of its decoder process as BGRX (https://bugzilla.mozilla.org/show_bug.cgi?id=1969762). Their `colorSpace`
 * repeats the configuration of the decoder, but the conversion uses only the tags of the coded stream, or else BT.709; for AV1 the
 * usual matrix for its height.
 */
export async function findRgbOrigin(video: InputVideoTrack, format: string | null): Promise<TrackRgb | null> {
  if (findRed(format) === null) {
    return null;
  }
  const codec = await video.getCodec();
  const { matrix, isFullRange } = await readCodedColour(video);
  const { isRangeKept, maxBlue } = await (conversion ??= findConversion());
  const usual: Matrix = codec === 'av1' ? toMatrix(null, await video.getCodedHeight()) : 'bt709';
  const exact = rgbFactors(matrix === null ? usual : toMatrix(matrix, 0));
  const isLimited = !(isFullRange && isRangeKept);
  const factors = isLimited ? { ...exact, blueU: Math.min(maxBlue, exact.blueU) } : exact;
  return { origin: { factors, isFullRange, isRangeKept }, isAlphaKept: isRangeKept && codec === 'vp9' };
}

async function readCodedColour(video: InputVideoTrack): Promise<CodedColour> {
  const codec = await video.getCodec();
  if (codec === 'vp8') {
    return { matrix: 'smpte170m', isFullRange: false };
  }
  const packet = codec === 'vp9' ? await new EncodedPacketSink(video).getFirstPacket() : null;
  const coded = packet ? readVp9Colour(packet.data) : await readAvcParameters(video);
  if (coded) {
    return coded;
  }
  const { matrix, fullRange } = await video.getColorSpace();
  return { matrix: matrix ?? null, isFullRange: fullRange === true };
}

type Conversion = {
  /** Whether full range is respected: Firefox 153 treats all values as limited range, 159 does not. */
  readonly isRangeKept: boolean;
  /** The maximum factor of blue: 2 on x86, where libyuv stores it in eight bits, so that blue is too weak. */
  readonly maxBlue: number;
};

let conversion: Promise<Conversion> | undefined;

/** Key frames of VP9, 16 x 16, BT.709: luma 200 in full range without colour, and YUV (40, 228, 128) in limited range. */
const grey = 'gkmDQlAA8AD2ADgkHBgKAAAwYAAAEL///rR8AAA=';
const blue = 'gkmDQkAA8AD2ADgkHBgKAAAwYAAAEL///r+v9P/////ezgAA';

/** Determines the conversion. A failure may be temporary, so the next file tries again. */
async function findConversion(): Promise<Conversion> {
  try {
    return await probeConversion();
  } catch {
    conversion = undefined;
    return { isRangeKept: false, maxBlue: Number.POSITIVE_INFINITY };
  }
}

async function probeConversion(): Promise<Conversion> {
  const shown: Promise<Uint8Array>[] = [];
  const decoder = new VideoDecoder({ output: (frame) => shown.push(readRgba(frame)), error: () => undefined });
  try {
    decoder.configure({ codec: 'vp09.00.10.08', codedWidth: 16, codedHeight: 16 });
    for (const [timestamp, frame] of [grey, blue].entries()) {
      const data = Uint8Array.from(atob(frame), (letter) => letter.charCodeAt(0));
      decoder.decode(new EncodedVideoChunk({ type: 'key', timestamp, data }));
    }
    await decoder.flush();
    const [ofGrey, ofBlue] = await Promise.all(shown);
    const factor = ((ofBlue?.[2] ?? 0) - (255 / 219) * (40 - 16)) / (228 - 128);
    return {
      isRangeKept: Math.abs((ofGrey?.[1] ?? 0) - 200) < 5,
      maxBlue: factor < 2.05 ? 2 : Number.POSITIVE_INFINITY,
    };
  } finally {
    // An error has closed it.
    if (decoder.state !== 'closed') {
      decoder.close();
    }
  }
}

async function readRgba(frame: VideoFrame): Promise<Uint8Array> {
  try {
    const bytes = new Uint8Array(frame.allocationSize({ format: 'RGBA' }));
    await frame.copyTo(bytes, { format: 'RGBA' });
    return bytes;
  } finally {
    frame.close();
  }
}
