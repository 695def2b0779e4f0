import { limit } from './limiter.ts';
import { LoudnessMeter, type Loudness } from './loudness.ts';
import type { Mix } from './mix.ts';
import { mapChannels, type Stereo } from './stereo.ts';

/** The loudness to which streaming services normalise. */
export const streamingLoudness: Loudness = { integratedLufs: -14, truePeakDb: -1 };

/** The margin of the true peak, because peaks between samples change a little where the gain changes. */
const marginDb = 0.1;

/**
 * The maximum extra gain reduction of the limiter beyond what the peaks need. More reduction flattens the dynamics, and adds little
 * loudness.
 */
const maxDriveDb = 12;
const maxPasses = 8;
/** The search for a gain ends this near to the target; a result within `toleranceLu` of it is a success. */
const goalLu = 0.1;
const toleranceLu = 0.5;
const maxStepDb = 4;
/** The minimum rise of the loudness, as a share of the gain: below it more gain only distorts, and the search ends. */
const minSlope = 0.1;

/** A mix at a new loudness. */
export type Normalised = {
  readonly mix: Mix;
  /** The loudness before; null for a silent mix, which stays unchanged. */
  readonly before: Loudness | null;
  /** The resulting loudness in LUFS if short loud peaks keep the mix below the target; else null. */
  readonly missedLufs: number | null;
};

/**
 * Normalises a mix to a loudness by one constant gain, with a limiter for its true peaks. Measures the mix in one pass. If peaks
 * must be limited, it also measures the limited mix in a few more passes, and raises the gain to compensate for the limiter. Passes
 * stream the mix. Open it without a ceiling: a limiter before the gain would lower peaks unnecessarily.
 */
export async function toLoudness(mix: Mix, target: Loudness): Promise<Normalised> {
  const before = await measure(mix.blocks());
  if (!before) {
    return { mix, before, missedLufs: null };
  }
  const ceiling = { amplitude: toAmplitude(target.truePeakDb - marginDb), isTruePeak: true };
  const atGain = (gainDb: number) => () => limit(amplify(mix.blocks(), toAmplitude(gainDb)), ceiling);
  const plainGainDb = target.integratedLufs - before.integratedLufs;
  if (before.truePeakDb + plainGainDb <= target.truePeakDb - marginDb) {
    return { before, mix: { ...mix, blocks: atGain(plainGainDb) }, missedLufs: null };
  }
  const { gainDb, lufs } = await findGain(plainGainDb, target.integratedLufs, async (gain) => {
    const limited = await measure(atGain(gain)());
    return limited?.integratedLufs ?? target.integratedLufs;
  });
  const missedLufs = Math.abs(lufs - target.integratedLufs) > toleranceLu ? lufs : null;
  return { before, mix: { ...mix, blocks: atGain(gainDb) }, missedLufs };
}

type Tried = { readonly gainDb: number; readonly lufs: number };

/** Finds the gain at which the limited mix has a loudness, by the secant method; the best gain if none reaches it. */
async function findGain(
  plainGainDb: number,
  wantedLufs: number,
  measureAt: (gainDb: number) => Promise<number>,
): Promise<Tried> {
  const getMiss = ({ lufs }: Tried): number => wantedLufs - lufs;
  let last: Tried = { gainDb: plainGainDb, lufs: await measureAt(plainGainDb) };
  let best = last;
  let slope = 0.5;
  for (let pass = 1; pass < maxPasses && Math.abs(getMiss(best)) > goalLu; pass++) {
    const step = Math.max(-maxStepDb, Math.min(maxStepDb, getMiss(last) / slope));
    const gainDb = Math.min(plainGainDb + maxDriveDb, last.gainDb + step);
    if (gainDb === last.gainDb) {
      break;
    }
    const next = { gainDb, lufs: await measureAt(gainDb) };
    slope = (next.lufs - last.lufs) / (next.gainDb - last.gainDb);
    last = next;
    if (slope < minSlope) {
      break;
    }
    best = Math.abs(getMiss(next)) < Math.abs(getMiss(best)) ? next : best;
  }
  return best;
}

async function measure(blocks: AsyncGenerator<Stereo, void>): Promise<Loudness | null> {
  const meter = new LoudnessMeter();
  for await (const block of blocks) {
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
