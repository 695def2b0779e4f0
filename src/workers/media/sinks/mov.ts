import { MovOutputFormat } from 'mediabunny';
import type { AudioPlan } from './audio-samples.ts';
import { ProresEncoder } from './prores.ts';
import type { FileFormat, OnPacket, OutputFrame, OutputSpec, PictureEncoder } from './sink.ts';

const pcm: AudioPlan = { copied: ['aac', 'pcm-s16'], encoded: 'pcm-s16', sampleRate: null, primingSeconds: 0 };

/** ProRes 4444 with alpha, and PCM, in QuickTime, which video editors accept. */
export const planMov = (spec: OutputSpec): FileFormat => ({
  createContainer: (hooks) => new MovOutputFormat({ fastStart: false, ...hooks }),
  codec: 'prores',
  // Its alpha is within the frames.
  canBeTransparent: false,
  isIndexInFront: false,
  audio: pcm,
  createEncoder: (onPacket) => new PacketEncoder(new ProresEncoder(spec, spec.quality, spec.colour.tags), onPacket),
});

/** Returns a packet for each frame at once. */
class PacketEncoder implements PictureEncoder {
  readonly encodeDecoded = null;
  readonly #encoder: ProresEncoder;
  readonly #onPacket: OnPacket;

  constructor(encoder: ProresEncoder, onPacket: OnPacket) {
    this.#encoder = encoder;
    this.#onPacket = onPacket;
  }

  async encode({ colour, alpha, timestampUs, durationUs }: OutputFrame): Promise<void> {
    const data = this.#encoder.encode(colour, alpha?.y ?? null);
    this.#onPacket({ data, alpha: null, isKey: true, timestampUs, durationUs }, this.#encoder.decoderConfig);
  }

  /** Does nothing, because every frame is independent. */
  async endSegment(): Promise<void> {}

  close(): void {}
}
