import type { SoundSpan } from '#core/timeline/sound.ts';
import { Resampler } from './resampler.ts';
import type { SoundSource } from './sound-source.ts';
import { SourceWindow } from './source-window.ts';
import { mapChannels, mixRate, type Stereo } from './stereo.ts';

/**
 * The sound of a span at the mix's rate and its own speed. Frame 0 is where the span begins; before it and behind the end is what
 * the source has there.
 */
export interface Voice {
  /** Frames from `first` on. Calls go forward. */
  take(first: number, count: number): Promise<Stereo>;
  close(): Promise<void>;
}

/** Filters by their ratio, as many spans have the same. */
export type Resamplers = Map<number, Resampler>;

/** A voice whose pitch goes with its speed. */
export function createVoice(
  { sourceStartSeconds }: SoundSpan,
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
