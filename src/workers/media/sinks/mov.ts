import { EncodedVideoPacketSource, MovOutputFormat, type EncodedPacket } from 'mediabunny';
import type { Quality } from '#core/runners.ts';
import type { Bytes } from '#store/bytes.ts';
import type { Source, Span, Warn } from '../source/source.ts';
import { addAudio, type AudioFeed, type AudioPlan } from './audio.ts';
import { createOutputFile, type OutputFile } from './output-file.ts';
import { ProresEncoder } from './prores.ts';
import type { CutOutFrame, Sink } from './sink.ts';

const pcm: AudioPlan = { copied: ['aac', 'pcm-s16'], encoded: 'pcm-s16', sampleRate: null, primingSeconds: 0 };

type Times = Pick<CutOutFrame, 'timestampUs' | 'durationUs'>;

/** ProRes 4444 with alpha, and PCM, in QuickTime: what editors take. */
export async function openMov(
  bytes: Bytes,
  source: Source,
  span: Span,
  { name, quality }: { name: string; quality: Quality },
  warn: Warn,
): Promise<Sink> {
  const track = await source.openAudio();
  const file = await createOutputFile(bytes, name, new MovOutputFormat({ fastStart: false }));
  const video = new EncodedVideoPacketSource('prores');
  file.output.addVideoTrack(video);
  const audio = track && (await addAudio(file.output, track, span, pcm, warn));
  await file.output.start();
  return new MovSink(file, video, new ProresEncoder(source.info.video, quality, source.colour), audio, source);
}

/** While ffmpeg encodes one piece, the next one is filled. */
class MovSink implements Sink {
  readonly hasAudio: boolean;
  readonly #file: OutputFile;
  readonly #video: EncodedVideoPacketSource;
  readonly #encoder: ProresEncoder;
  readonly #audio: AudioFeed | null;
  readonly #source: Source;
  #times: Times[] = [];
  #encoded: Promise<void> = Promise.resolve();

  constructor(
    file: OutputFile,
    video: EncodedVideoPacketSource,
    encoder: ProresEncoder,
    audio: AudioFeed | null,
    source: Source,
  ) {
    this.hasAudio = audio !== null;
    this.#file = file;
    this.#video = video;
    this.#encoder = encoder;
    this.#audio = audio;
    this.#source = source;
  }

  async write({ colour, alpha, timestampUs, durationUs }: CutOutFrame): Promise<void> {
    const isFull = this.#encoder.add(colour, alpha.y);
    this.#times.push({ timestampUs, durationUs });
    if (isFull) {
      await this.#encoded;
      this.#startPiece();
    }
  }

  async close(): Promise<void> {
    await this.#encoded;
    this.#startPiece();
    await this.#encoded;
    this.#encoder.close();
    this.#video.close();
    await this.#audio?.finish();
    await this.#file.finish();
  }

  async abort(): Promise<void> {
    this.#encoder.close();
    await this.#encoded.catch(() => undefined); // What failed first is what is reported.
    await this.#file.abort();
  }

  #startPiece(): void {
    const times = this.#times;
    this.#times = [];
    this.#encoded = this.#encodePiece(times);
    // It is awaited when the next piece is full; until then its failure is not unhandled, only not looked at yet.
    this.#encoded.catch(() => undefined);
  }

  async #encodePiece(times: readonly Times[]): Promise<void> {
    const packets = await this.#encoder.encode();
    if (packets.length !== times.length) {
      throw new Error(`ffmpeg made ${packets.length} frames of ${times.length}`);
    }
    for (const [i, packet] of packets.entries()) {
      await this.#add(packet, times[i] ?? { timestampUs: 0, durationUs: 0 });
    }
    await this.#audio?.advance((times.at(-1)?.timestampUs ?? 0) / 1e6);
  }

  #add(packet: EncodedPacket, { timestampUs, durationUs }: Times): Promise<void> {
    const timed = packet.clone({ timestamp: timestampUs / 1e6, duration: durationUs / 1e6, sequenceNumber: -1 });
    const colorSpace = this.#source.colour.tags;
    const decoderConfig = { ...this.#encoder.decoderConfig, ...(colorSpace && { colorSpace }) };
    return this.#video.add(timed, { decoderConfig });
  }
}
