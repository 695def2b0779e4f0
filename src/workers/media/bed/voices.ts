import { mixRate, type Stereo } from '../mix/stereo.ts';

/** The pan of a voice, left (-1) to right (1), and its level. */
export type Place = { readonly pan: number; readonly level: number };

/** Adds `count` samples of a voice from a time on; samples outside the buffer are left out. */
export function play(
  { left, right }: Stereo,
  atSeconds: number,
  seconds: number,
  { pan, level }: Place,
  voice: (seconds: number, sample: number) => number,
): void {
  const start = Math.round(atSeconds * mixRate);
  const count = Math.round(seconds * mixRate);
  const [toLeft, toRight] = [level * Math.cos((Math.PI / 4) * (1 + pan)), level * Math.sin((Math.PI / 4) * (1 + pan))];
  for (let i = 0; i < count; i++) {
    const at = start + i;
    const sample = voice(i / mixRate, i);
    if (at >= 0 && at < left.length) {
      left[at] = (left[at] ?? 0) + toLeft * sample;
      right[at] = (right[at] ?? 0) + toRight * sample;
    }
  }
}

/** A sine that falls from 160 to 46 Hz, with a click. */
export const kick = (t: number): number =>
  (Math.sin(2 * Math.PI * (46 * t + (114 / 32) * (1 - Math.exp(-32 * t)))) * Math.exp(-7 * t) +
    0.25 * Math.sin(2 * Math.PI * 1900 * t) * Math.exp(-260 * t)) *
  Math.min(1, t / 0.0008);

/** Creates three bursts of noise with a tail. */
export function createClap(random: () => number): (t: number) => number {
  const band = createBandPass(1500, 1.2);
  return (t) => {
    const bursts = t < 0.03 ? Math.exp(-220 * (t % 0.011)) : 0.75 * Math.exp(-18 * (t - 0.03));
    return 1.6 * band(2 * random() - 1) * bursts;
  };
}

/** Creates noise above 7 kHz. */
export function createHat(random: () => number, decay: number): (t: number) => number {
  const high = createHighPass(7000);
  return (t) => 0.6 * high(2 * random() - 1) * Math.exp(-decay * t) * Math.min(1, t / 0.001);
}

/** A low thump with a long tail, at the drop and the end. */
export const boom = (t: number): number =>
  Math.sin(2 * Math.PI * (38 * t + 1.6 * (1 - Math.exp(-9 * t)))) * Math.exp(-2.2 * t);

/** Creates noise whose pitch rises over `seconds`. */
export function createRiser(random: () => number, seconds: number): (t: number) => number {
  let [low, band] = [0, 0];
  return (t) => {
    const share = t / seconds;
    const tune = 2 * Math.sin((Math.PI * 500 * 18 ** share) / mixRate);
    low += tune * band;
    band += tune * (2 * random() - 1 - low - 0.5 * band);
    return 0.5 * band * share ** 2;
  };
}

/** Creates a saw wave whose steps are rounded, which avoids aliasing (V. Välimäki, "PolyBLEP", 2012). */
export function createSaw(hz: number, phase: number): () => number {
  const step = hz / mixRate;
  let at = phase % 1;
  return () => {
    at += step;
    at -= Math.floor(at);
    const round = at < step ? -((1 - at / step) ** 2) : at > 1 - step ? (1 + (at - 1) / step) ** 2 : 0;
    return 2 * at - 1 - round;
  };
}

/** Creates a two-pole low-pass filter whose cutoff can change from sample to sample. */
export function createLowPass(): (sample: number, hz: number) => number {
  let [one, two] = [0, 0];
  return (sample, hz) => {
    const share = 1 - Math.exp((-2 * Math.PI * hz) / mixRate);
    one += share * (sample - one);
    two += share * (one - two);
    return two;
  };
}

function createHighPass(hz: number): (sample: number) => number {
  const low = createLowPass();
  return (sample) => sample - low(sample, hz);
}

function createBandPass(hz: number, resonance: number): (sample: number) => number {
  const tune = 2 * Math.sin((Math.PI * hz) / mixRate);
  let [low, band] = [0, 0];
  return (sample) => {
    low += tune * band;
    band += tune * (sample - low - band / resonance);
    return band;
  };
}
