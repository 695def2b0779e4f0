import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output } from 'mediabunny';
import { createPlanes, type Planes } from '#workers/media/picture/planes.ts';
import type { Packet } from '#workers/media/sinks/journal.ts';
import { planMov } from '#workers/media/sinks/mov.ts';
import { planMp4 } from '#workers/media/sinks/mp4.ts';
import type { FileFormat, OutputFrame, OutputSpec } from '#workers/media/sinks/sink.ts';
import { planWebm } from '#workers/media/sinks/webm.ts';
import { breakAvcEncoder, type EncoderFault } from './broken-encoder.ts';

export type SinkCase = Pick<OutputSpec, 'format' | 'width' | 'height' | 'hasAlpha'> & {
  /** The luma of the frames, and their alpha if they have any. */
  readonly luma: number;
  readonly alpha: number | null;
  readonly frameSize?: { readonly width: number; readonly height: number };
  readonly frameCount?: number;
  /** The fault of the browser's H.264 encoder. */
  readonly fault?: EncoderFault;
};

/** The file's bytes in base64, and the number of its packets with alpha. */
export type SinkMade = {
  readonly file: string;
  readonly packets: number;
  readonly withAlpha: number;
  readonly warnings: readonly string[];
};

const frameUs = 40_000;

/** Creates a file of plain frames, without a source. */
async function make({ frameCount = 4, fault, ...one }: SinkCase): Promise<SinkMade> {
  if (fault) {
    breakAvcEncoder(fault);
  }
  const warnings: string[] = [];
  const warn = (sentence: string): void => void warnings.push(sentence);
  const spec: OutputSpec = {
    ...one,
    file: 'made',
    frameRate: 1e6 / frameUs,
    quality: 'best',
    colour: { matrix: 'bt709', tags: null },
    background: '#ffffff',
  };
  const format = await plan(spec, warn);
  const packets: Packet[] = [];
  let config: VideoDecoderConfig | undefined;
  const encoder = format.createEncoder((packet, told) => {
    packets.push(packet);
    config ??= told;
  });
  for (let index = 0; index < frameCount; index++) {
    await encoder.encode(toFrame(one, index));
  }
  await encoder.endSegment();
  encoder.close();
  const file = await mux(format, packets, config);
  return { file, packets: packets.length, withAlpha: packets.filter(({ alpha }) => alpha !== null).length, warnings };
}

async function plan(spec: OutputSpec, warn: (sentence: string) => void): Promise<FileFormat> {
  if (spec.format === 'webm') {
    return planWebm(spec);
  }
  return spec.format === 'mov' ? planMov(spec) : planMp4(spec, warn, null);
}

function toFrame({ width, height, luma, alpha, frameSize }: SinkCase, index: number): OutputFrame {
  const size = frameSize ?? { width, height };
  return {
    colour: fill(size, luma),
    alpha: alpha === null ? null : fill(size, alpha),
    timestampUs: index * frameUs,
    durationUs: frameUs,
    isKeyWanted: false,
  };
}

function fill({ width, height }: { width: number; height: number }, luma: number): Planes {
  const planes = createPlanes(width, height);
  planes.bytes.fill(128).fill(luma, 0, width * height);
  return planes;
}

async function mux(format: FileFormat, packets: Packet[], decoderConfig: VideoDecoderConfig | undefined) {
  const target = new BufferTarget();
  const output = new Output({ format: format.createContainer({}), target });
  const video = new EncodedVideoPacketSource(format.codec);
  const { canBeTransparent } = format;
  output.addVideoTrack(video, { canBeTransparent, maximumPacketCount: packets.length });
  await output.start();
  for (const { data, alpha, isKey, timestampUs, durationUs } of packets) {
    const side = alpha ? { alpha } : {};
    const type = isKey ? 'key' : 'delta';
    const packet = new EncodedPacket(data, type, timestampUs / 1e6, durationUs / 1e6, -1, data.length, side);
    await video.add(packet, decoderConfig && { decoderConfig });
  }
  await output.finalize();
  return Array.from(new Uint8Array(target.buffer ?? new ArrayBuffer(0)), (byte) => String.fromCharCode(byte)).join('');
}

addEventListener('message', ({ data }: MessageEvent<SinkCase>) => {
  make(data).then(
    ({ file, ...made }) => postMessage({ ...made, file: btoa(file) }),
    (thrown: unknown) => postMessage(String(thrown)),
  );
});
