import FFT from 'fft.js';
import { StreamResampler } from '../../mix/stream-resampler.ts';

/** Values per second of the curves. */
export const curveRate = 100;
/** The sample rate to which all audio is resampled, in Hz, so that beats do not depend on the sample rate of a file. */
const listenRate = 48_000;
const hop = listenRate / curveRate;
/** Samples per window: 43 ms, which resolves the pitch of a bass drum and the time of its onset. */
const windowLength = 2048;
/** Bands per octave, from the lowest frequency that the window resolves. */
const bandsPerOctave = 6;
const lowestHz = 40;
const highestHz = 16_000;
/** Bass drums are below `bassHz`; hi-hats and cymbals are mostly above `trebleHz`. */
const bassHz = 160;
const trebleHz = 4000;
/**
 * The number of windows back against which a band rises. The reference is the maximum of the band and its neighbours, so that
 * vibrato is not an onset.
 */
const lag = 2;

/** Onset curves of a piece of music, with `curveRate` values per second. */
export type OnsetCurves = {
  /** The rise of all bands, and of the bass, the middle and the treble alone. */
  readonly all: Float32Array;
  readonly bass: Float32Array;
  readonly middle: Float32Array;
  readonly treble: Float32Array;
  /** The power of the bass, and of all bands. */
  readonly bassPower: Float32Array;
  readonly power: Float32Array;
};

type Band = { readonly from: number; readonly to: number; readonly group: 'bass' | 'middle' | 'treble' };

/**
 * Computes onset curves block by block with SuperFlux, by S. Boeck and G. Widmer ("Maximum filter vibrato suppression for onset
 * detection", DAFx 2013). Registers are separate, because bass drums mark the beat better than cymbals.
 */
export class OnsetListener {
  readonly #fft = new FFT(windowLength);
  readonly #window = hann(windowLength);
  readonly #bands = listBands();
  /** Null if the audio already has the right sample rate. */
  readonly #resampler: StreamResampler | null;
  readonly #spectrum = new Float64Array(2 * windowLength);
  readonly #windowed = new Float64Array(windowLength);
  /** The logarithms of the bands of the last windows, in a ring buffer. */
  readonly #past = Array.from({ length: lag + 1 }, () => new Float32Array(this.#bands.length));
  readonly #curves: { [K in keyof OnsetCurves]: number[] } = {
    all: [],
    bass: [],
    middle: [],
    treble: [],
    bassPower: [],
    power: [],
  };
  /** Starts with half a window of silence, so that value 0 is centred on sample 0. */
  #waiting = new Float32Array(windowLength / 2);
  #count = 0;
  /** The start of the next window in the waiting samples. */
  #next = 0;
  #first = 0;

  constructor(sampleRate: number) {
    this.#resampler = sampleRate === listenRate ? null : new StreamResampler(sampleRate, listenRate);
  }

  /** Adds the next samples of one channel. */
  add(samples: Float32Array): void {
    this.#take(this.#resampler?.add(samples) ?? samples);
  }

  #take(samples: Float32Array): void {
    const all = new Float32Array(this.#waiting.length + samples.length);
    all.set(this.#waiting);
    all.set(samples, this.#waiting.length);
    let start = this.#next - this.#first;
    while (start + windowLength <= all.length) {
      this.#listen(all, start);
      this.#next += hop;
      start = this.#next - this.#first;
    }
    const kept = Math.min(start, all.length);
    this.#waiting = all.slice(kept);
    this.#first += kept;
  }

  /** Returns the curves of all audio added. */
  finish(): OnsetCurves {
    this.#take(this.#resampler?.finish() ?? new Float32Array());
    this.#take(new Float32Array(windowLength / 2));
    const { all, bass, middle, treble, bassPower, power } = this.#curves;
    return {
      all: Float32Array.from(all),
      bass: Float32Array.from(bass),
      middle: Float32Array.from(middle),
      treble: Float32Array.from(treble),
      bassPower: Float32Array.from(bassPower),
      power: Float32Array.from(power),
    };
  }

  #listen(samples: Float32Array, start: number): void {
    for (let at = 0; at < windowLength; at++) {
      this.#windowed[at] = (samples[start + at] ?? 0) * (this.#window[at] ?? 0);
    }
    this.#fft.realTransform(this.#spectrum, this.#windowed);
    const now = this.#past[this.#count % this.#past.length] ?? new Float32Array();
    const before = this.#past[(this.#count + 1) % this.#past.length] ?? now;
    const rises = { bass: 0, middle: 0, treble: 0 };
    let [power, bassPower] = [0, 0];
    this.#bands.forEach(({ from, to, group }, index) => {
      const bandPower = this.#measurePower(from, to);
      power += bandPower;
      bassPower += group === 'bass' ? bandPower : 0;
      now[index] = Math.log10(1 + 10 * Math.sqrt(bandPower));
      const loudest = Math.max(before[index - 1] ?? 0, before[index] ?? 0, before[index + 1] ?? 0);
      rises[group] += this.#count < lag ? 0 : Math.max(0, (now[index] ?? 0) - loudest);
    });
    this.#note({ ...rises, power, bassPower, all: rises.bass + rises.middle + rises.treble });
    this.#count++;
  }

  #note(values: Record<keyof OnsetCurves, number>): void {
    this.#curves.all.push(values.all);
    this.#curves.bass.push(values.bass);
    this.#curves.middle.push(values.middle);
    this.#curves.treble.push(values.treble);
    this.#curves.bassPower.push(values.bassPower);
    this.#curves.power.push(values.power);
  }

  #measurePower(from: number, to: number): number {
    let sum = 0;
    for (let bin = from; bin < to; bin++) {
      sum += (this.#spectrum[2 * bin] ?? 0) ** 2 + (this.#spectrum[2 * bin + 1] ?? 0) ** 2;
    }
    return sum / windowLength;
  }
}

const hann = (length: number): Float32Array =>
  Float32Array.from({ length }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / length));

/** Lists bands of at least one bin each; low bands that would share a bin are merged. */
function listBands(): Band[] {
  const bands: Band[] = [];
  const toBin = (hz: number): number => Math.round((hz * windowLength) / listenRate);
  for (let hz = lowestHz; hz < highestHz; hz *= 2 ** (1 / bandsPerOctave)) {
    const from = toBin(hz);
    const to = toBin(hz * 2 ** (1 / bandsPerOctave));
    if (to > from) {
      bands.push({ from, to, group: hz < bassHz ? 'bass' : hz < trebleHz ? 'middle' : 'treble' });
    }
  }
  return bands;
}
