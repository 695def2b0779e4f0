import { EncodedPacketSink, VideoSample, type EncodedPacket, type InputVideoTrack } from 'mediabunny';
import { Waiter } from '#core/lib/waiter.ts';
import type { Decoded } from './decoded.ts';
import { claimFullRange } from './vp9-header.ts';

/** The number of packets in the decoders ahead of the frames taken. */
const packetsAhead = 8;

/**
 * Decodes VP8 or VP9 with alpha: two streams, one in the packets and one in their side data. Mediabunny can do this too, but it
 * joins the frames in a worker that it starts from a blob, which our content security policy forbids.
 */
export async function* decodeWithAlpha(
  video: InputVideoTrack,
  {
    startSeconds,
    endSeconds,
    isAlphaFullRange,
  }: { readonly startSeconds: number; readonly endSeconds: number; readonly isAlphaFullRange: boolean },
): AsyncGenerator<Decoded, void> {
  const decoders = await PairedDecoders.open(video, isAlphaFullRange);
  try {
    const packets = new EncodedPacketSink(video);
    const first = (await packets.getKeyPacket(startSeconds)) ?? (await packets.getFirstPacket());
    for await (const packet of packets.packets(first ?? undefined)) {
      if (packet.timestamp >= endSeconds) {
        break;
      }
      decoders.add(packet);
      while (decoders.waiting > packetsAhead) {
        yield await decoders.take();
      }
    }
    decoders.end();
    while (decoders.waiting > 0) {
      yield await decoders.take();
    }
  } finally {
    decoders.close();
  }
}

/** Two synchronised decoders. Both streams give one frame per packet, in the order of the packets. */
class PairedDecoders {
  readonly #colours: FrameQueue;
  readonly #alphas: FrameQueue;
  readonly #isAlphaFullRange: boolean;
  readonly #packets: EncodedPacket[] = [];

  static async open(video: InputVideoTrack, isAlphaFullRange: boolean): Promise<PairedDecoders> {
    const config = await video.getDecoderConfig();
    if (!config) {
      throw new Error('a track with alpha has no decoder configuration');
    }
    return new PairedDecoders(config, isAlphaFullRange);
  }

  private constructor(config: VideoDecoderConfig, isAlphaFullRange: boolean) {
    this.#colours = new FrameQueue(config);
    this.#alphas = new FrameQueue(config);
    this.#isAlphaFullRange = isAlphaFullRange;
  }

  /** The number of packets whose frames have not been taken yet. */
  get waiting(): number {
    return this.#packets.length;
  }

  add(packet: EncodedPacket): void {
    this.#packets.push(packet);
    this.#colours.decode(packet.toEncodedVideoChunk());
    const { alpha } = packet.sideData;
    if (alpha) {
      const { type, microsecondTimestamp: timestamp, microsecondDuration: duration } = packet;
      const data = this.#isAlphaFullRange ? claimFullRange(alpha) : alpha;
      this.#alphas.decode(new EncodedVideoChunk({ type, timestamp, duration, data }));
    }
  }

  /** Flushes the decoders after the last packet. */
  end(): void {
    this.#colours.end();
    this.#alphas.end();
  }

  async take(): Promise<Decoded> {
    const packet = this.#packets.shift();
    if (!packet) {
      throw new Error('no packet is waiting');
    }
    const times = { timestamp: packet.timestamp, duration: packet.duration };
    const sample = new VideoSample(await this.#colours.take(), times);
    const alpha = packet.sideData.alpha ? new VideoSample(await this.#alphas.take(), times) : null;
    return { sample, alpha };
  }

  close(): void {
    this.#colours.close();
    this.#alphas.close();
  }
}

/** A decoder whose frames are awaited one by one. */
class FrameQueue {
  readonly #decoder: VideoDecoder;
  readonly #frames: VideoFrame[] = [];
  #failure: Error | null = null;
  readonly #waiter = new Waiter();

  constructor(config: VideoDecoderConfig) {
    this.#decoder = new VideoDecoder({
      output: (frame) => {
        this.#frames.push(frame);
        this.#waiter.wake();
      },
      error: (error) => this.#fail(error),
    });
    this.#decoder.configure(config);
  }

  decode(chunk: EncodedVideoChunk): void {
    this.#decoder.decode(chunk);
  }

  end(): void {
    this.#decoder.flush().then(
      () => this.#fail(new Error('the decoder returned fewer frames than packets')),
      (error: Error) => this.#fail(error),
    );
  }

  async take(): Promise<VideoFrame> {
    for (;;) {
      const frame = this.#frames.shift();
      if (frame) {
        return frame;
      }
      if (this.#failure) {
        throw this.#failure;
      }
      await this.#waiter.wait();
    }
  }

  close(): void {
    this.#frames.splice(0).forEach((frame) => frame.close());
    if (this.#decoder.state !== 'closed') {
      this.#decoder.close();
    }
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#waiter.wake();
  }
}
