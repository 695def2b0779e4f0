import { MovOutputFormat } from 'mediabunny';
import type { Quality } from '#core/runners.ts';
import type { Source } from '../source/source.ts';
import type { AudioPlan } from './audio.ts';
import { ProresEncoder } from './prores.ts';
import type { CutOutFrame, FileFormat, OnPacket, PictureEncoder } from './sink.ts';

const pcm: AudioPlan = { copied: ['aac', 'pcm-s16'], encoded: 'pcm-s16', sampleRate: null, primingSeconds: 0 };

/** ProRes 4444 with alpha, and PCM, in QuickTime: what editors take. */
export const planMov = ({ info, colour }: Source, quality: Quality): FileFormat => ({
  container: new MovOutputFormat({ fastStart: false }),
  codec: 'prores',
  // Its alpha is within the pictures.
  canBeTransparent: false,
  isIndexInFront: false,
  audio: pcm,
  createEncoder: (onPacket) => new PacketEncoder(new ProresEncoder(info.video, quality, colour.tags), onPacket),
});

/** A packet of each frame at once. */
class PacketEncoder implements PictureEncoder {
  readonly #encoder: ProresEncoder;
  readonly #onPacket: OnPacket;

  constructor(encoder: ProresEncoder, onPacket: OnPacket) {
    this.#encoder = encoder;
    this.#onPacket = onPacket;
  }

  async encode({ colour, alpha, timestampUs, durationUs }: CutOutFrame): Promise<void> {
    const data = this.#encoder.encode(colour, alpha.y);
    this.#onPacket({ data, alpha: null, isKey: true, timestampUs, durationUs }, this.#encoder.decoderConfig);
  }

  /** Every frame stands alone: there is nothing inside, and nothing to forget. */
  async endSegment(): Promise<void> {}

  close(): void {}
}
