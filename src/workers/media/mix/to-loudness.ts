import { limit } from './limiter.ts';
import { LoudnessMeter, type Loudness } from './loudness.ts';
import type { Mix } from './mix.ts';
import { mapChannels, type Stereo } from './stereo.ts';

/** What players of streams bring everything to. */
export const streamingLoudness: Loudness = { integratedLufs: -14, truePeakDb: -1 };

/** Peaks between samples move a little when the gain does. */
const marginDb = 0.1;

/** A mix that was brought to a loudness, and what it was before; null where it is silent and stays as it is. */
export type Normalised = { readonly mix: Mix; readonly before: Loudness | null };

/**
 * Brings a mix to a loudness by one gain for all of it, with a limiter for its true peaks. Takes all of it once to measure it. The
 * mix is best opened without a ceiling: one that comes before the gain turns down what need not be.
 */
export async function toLoudness(mix: Mix, target: Loudness): Promise<Normalised> {
  const before = await measure(mix);
  if (!before) {
    return { mix, before };
  }
  const gain = toAmplitude(target.integratedLufs - before.integratedLufs);
  const ceiling = { amplitude: toAmplitude(target.truePeakDb - marginDb), isTruePeak: true };
  return { before, mix: { ...mix, blocks: () => limit(amplify(mix.blocks(), gain), ceiling) } };
}

async function measure(mix: Mix): Promise<Loudness | null> {
  const meter = new LoudnessMeter();
  for await (const block of mix.blocks()) {
    meter.add(block);
  }
  return meter.read();
}

async function* amplify(blocks: AsyncGenerator<Stereo, void>, gain: number): AsyncGenerator<Stereo, void> {
  for await (const block of blocks) {
    yield mapChannels(block, (channel) => channel.map((sample) => gain * sample));
  }
}

const toAmplitude = (decibels: number): number => 10 ** (decibels / 20);
