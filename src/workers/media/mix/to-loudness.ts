import { limit } from './limiter.ts';
import { LoudnessMeter, type Loudness } from './loudness.ts';
import type { Mix } from './mix.ts';
import { mapChannels, type Stereo } from './stereo.ts';

/** The loudness that streaming services play everything at. */
export const streamingLoudness: Loudness = { integratedLufs: -14, truePeakDb: -1 };

/** Peaks between samples change a little where the gain changes. */
const marginDb = 0.1;

/** The limiter may have to cut this much more than the peaks themselves need. More sounds flat, and is hardly louder. */
const maxDriveDb = 12;
const maxPasses = 8;
/** The search for a gain ends this near to the target; a result within `toleranceLu` of it is a success. */
const goalLu = 0.1;
const toleranceLu = 0.5;
const maxStepDb = 4;
/** Where the loudness rises by less than this share of the gain, more gain only distorts: the search ends. */
const minSlope = 0.1;

/** A mix at a new loudness. */
export type Normalised = {
  readonly mix: Mix;
  /** The loudness before; null for a silent mix, which stays as it is. */
  readonly before: Loudness | null;
  /** The loudness in LUFS after, where short loud peaks keep the mix below the target; else null. */
  readonly missedLufs: number | null;
};

/**
 * Brings a mix to a loudness by one constant gain, with a limiter for its true peaks. Measures the mix in one pass, and where
 * peaks have to be limited, the limited mix in a few more: what the limiter takes away, the gain makes up for. Passes stream the
 * mix. Open it without a ceiling: a limiter before the gain would lower peaks that need not be lowered.
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

/** Finds the gain at which the limited mix has a loudness, by the secant method; the best one where none reaches it. */
async function findGain(
  plainGainDb: number,
  wantedLufs: number,
  measureAt: (gainDb: number) => Promise<number>,
): Promise<Tried> {
  const missOf = ({ lufs }: Tried): number => wantedLufs - lufs;
  let last: Tried = { gainDb: plainGainDb, lufs: await measureAt(plainGainDb) };
  let best = last;
  let slope = 0.5;
  for (let pass = 1; pass < maxPasses && Math.abs(missOf(best)) > goalLu; pass++) {
    const step = Math.max(-maxStepDb, Math.min(maxStepDb, missOf(last) / slope));
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
    best = Math.abs(missOf(next)) < Math.abs(missOf(best)) ? next : best;
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
