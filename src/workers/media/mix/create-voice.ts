import type { SoundSpan } from '#core/timeline/sound.ts';
import { Resampler } from './resampler.ts';
import type { SoundSource } from './sound-source.ts';
import { SourceWindow } from './source-window.ts';
import { StretchedVoice } from './stretch/stretched-voice.ts';
import { mapChannels, mixRate } from './stereo.ts';
import type { Voice } from './voice.ts';

/** Filters by their ratio, because many spans have the same ratio. */
export type Resamplers = Map<number, Resampler>;

/** Creates the voice of a span of a source. */
export function createVoice(span: SoundSpan, source: SoundSource, resamplers: Resamplers, onDamage: () => void): Voice {
  const { speed, keepsPitch } = span;
  const open = (at: number): Voice => createResampled(span, source, at, resamplers, onDamage);
  return keepsPitch && speed !== 1 ? new StretchedVoice(() => open(1), speed) : open(speed);
}

/** Creates a voice whose pitch changes with its speed. */
export function createResampled(
  { sourceStartSeconds }: Pick<SoundSpan, 'sourceStartSeconds'>,
  source: SoundSource,
  speed: number,
  resamplers: Resamplers,
  onDamage: () => void,
): Voice {
  const window = new SourceWindow(source, onDamage);
  const start = Math.round(sourceStartSeconds * source.sampleRate);
  const close = (): Promise<void> => window.close();
  const ratio = (source.sampleRate * speed) / mixRate;
  if (ratio === 1) {
    return { take: (first, count) => window.take({ from: start + first, count }), close };
  }
  const resampler = resamplers.get(ratio) ?? new Resampler(ratio);
  resamplers.set(ratio, resampler);
  const take: Voice['take'] = async (first, count) => {
    const { from, count: needed } = resampler.needs(first, count);
    const sound = await window.take({ from: start + from, count: needed });
    return mapChannels(sound, (channel) => resampler.run(channel, first, count));
  };
  return { take, close };
}
