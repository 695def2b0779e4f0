import { WebMOutputFormat } from 'mediabunny';
import type { AudioPlan } from './audio.ts';
import type { FileFormat } from './sink.ts';
import { canFixQuantizer, Vp9AlphaEncoder, type Vp9Options } from './vp9-alpha.ts';

const opus: AudioPlan = { copied: ['opus', 'vorbis'], encoded: 'opus', sampleRate: 48_000, primingSeconds: 0 };

/** VP9 with alpha and Opus in WebM: what browsers play transparent. */
export async function planWebm(options: Vp9Options): Promise<FileFormat> {
  const isConstant = await canFixQuantizer(options);
  return {
    container: new WebMOutputFormat(),
    codec: 'vp9',
    canBeTransparent: true,
    isIndexInFront: false,
    audio: opus,
    createEncoder: (onPacket) => new Vp9AlphaEncoder(options, isConstant, onPacket),
  };
}
