import { MovOutputFormat } from 'mediabunny';
import type { Quality } from '#core/runners.ts';
import type { Source } from '../source/source.ts';
import type { AudioPlan } from './audio.ts';
import { ProresEncoder } from './prores.ts';
import type { CutOutFrame, FileFormat, OnPacket, PictureEncoder } from './sink.ts';

const pcm: AudioPlan = { copied: ['aac', 'pcm-s16'], encoded: 'pcm-s16', sampleRate: null, primingSeconds: 0 };

type Times = Pick<CutOutFrame, 'timestampUs' | 'durationUs'>;

/** ProRes 4444 with alpha, and PCM, in QuickTime: what editors take. */
export const planMov = ({ info, colour }: Source, quality: Quality): FileFormat => ({
  container: new MovOutputFormat({ fastStart: false }),
  codec: 'prores',
  // Its alpha is within the pictures.
  canBeTransparent: false,
  isIndexInFront: false,
  audio: pcm,
  createEncoder: (onPacket) => new PieceEncoder(new ProresEncoder(info.video, quality, colour), colour.tags, onPacket),
});

/** While ffmpeg encodes one piece, the next one is filled. */
class PieceEncoder implements PictureEncoder {
  readonly #encoder: ProresEncoder;
  readonly #config: VideoDecoderConfig;
  readonly #onPacket: OnPacket;
  #times: Times[] = [];
  #encoded: Promise<void> = Promise.resolve();

  constructor(encoder: ProresEncoder, tags: VideoColorSpaceInit | null, onPacket: OnPacket) {
    this.#encoder = encoder;
    this.#config = { ...encoder.decoderConfig, ...(tags && { colorSpace: tags }) };
    this.#onPacket = onPacket;
  }

  async encode({ colour, alpha, timestampUs, durationUs }: CutOutFrame): Promise<void> {
    const isFull = this.#encoder.add(colour, alpha.y);
    this.#times.push({ timestampUs, durationUs });
    if (isFull) {
      await this.#encoded;
      this.#startPiece();
    }
  }

  /** Every frame of ProRes stands alone: there is nothing to forget. */
  async cut(): Promise<void> {
    await this.#encoded;
    this.#startPiece();
    await this.#encoded;
  }

  close(): void {
    this.#encoder.close();
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
    for (const [i, { data }] of packets.entries()) {
      const { timestampUs, durationUs } = times[i] ?? { timestampUs: 0, durationUs: 0 };
      this.#onPacket({ data, alpha: null, isKey: true, timestampUs, durationUs }, this.#config);
    }
  }
}
