import { mixRate, type Stereo } from '../mix/stereo.ts';

/** The pan of a voice, left (-1) to right (1), and its level. */
export type Place = { readonly pan: number; readonly level: number };

/** Adds `seconds` of a voice from a time on. */
export function play(
  into: Stereo,
  atSeconds: number,
  seconds: number,
  place: Place,
  voice: (seconds: number) => number,
): void {
  const samples = createSamples(seconds);
  for (let i = 0; i < samples.length; i++) {
    samples[i] = voice(i / mixRate);
  }
  add(into, atSeconds, place, samples);
}

export const createSamples = (seconds: number): Float64Array => new Float64Array(Math.round(seconds * mixRate));

/** Adds samples from a time on; those outside the buffer are left out. */
export function add({ left, right }: Stereo, atSeconds: number, { pan, level }: Place, samples: Float64Array): void {
  const start = Math.round(atSeconds * mixRate);
  const end = Math.min(samples.length, left.length - start);
  const [toLeft, toRight] = [level * Math.cos((Math.PI / 4) * (1 + pan)), level * Math.sin((Math.PI / 4) * (1 + pan))];
  for (let i = Math.max(0, -start); i < end; i++) {
    const sample = samples[i] ?? 0;
    left[start + i] = (left[start + i] ?? 0) + toLeft * sample;
    right[start + i] = (right[start + i] ?? 0) + toRight * sample;
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
  const state = Float64Array.of(phase % 1);
  return () => {
    const next = (state[0] ?? 0) + step;
    const at = next - Math.floor(next);
    state[0] = at;
    const round = at < step ? -((1 - at / step) ** 2) : at > 1 - step ? (1 + (at - 1) / step) ** 2 : 0;
    return 2 * at - 1 - round;
  };
}

/** Returns the share by which a low-pass with this cutoff follows each sample. */
export const toShare = (hz: number): number => 1 - Math.exp((-2 * Math.PI * hz) / mixRate);

/** Creates a two-pole low-pass filter whose cutoff, given by `toShare`, can change from sample to sample. */
export function createLowPass(): (sample: number, share: number) => number {
  const state = new Float64Array(2);
  return (sample, share) => {
    const first = state[0] ?? 0;
    const second = state[1] ?? 0;
    const one = first + share * (sample - first);
    const two = second + share * (one - second);
    state[0] = one;
    state[1] = two;
    return two;
  };
}

function createHighPass(hz: number): (sample: number) => number {
  const low = createLowPass();
  const share = toShare(hz);
  return (sample) => sample - low(sample, share);
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
