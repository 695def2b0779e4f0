import { mixRate, type Stereo } from '../mix/stereo.ts';

/** Delays of the combs and all-passes in samples at 44.1 kHz (J. Moorer; the figures of Freeverb). */
const combs = [1116, 1188, 1277, 1356, 1422, 1491] as const;
const allPasses = [556, 441, 341] as const;
/** The extra delay of the right channel, which widens the reverb. */
const spread = 23;
const feedback = 0.8;
const damping = 0.35;
const gain = 0.06;

/** Adds reverb: parallel combs followed by all-passes in series. */
export const reverberate = ({ left, right }: Stereo): Stereo => ({
  left: runSide(left, 0),
  right: runSide(right, spread),
});

function runSide(input: Float32Array, more: number): Float32Array<ArrayBuffer> {
  const output = new Float32Array(input.length);
  for (const delay of combs) {
    addComb(input, toSamples(delay + more), output);
  }
  for (const delay of allPasses) {
    passAll(output, toSamples(delay + more));
  }
  return output;
}

const toSamples = (delay: number): number => Math.round((delay * mixRate) / 44_100);

function addComb(input: Float32Array, delay: number, output: Float32Array): void {
  const line = new Float32Array(delay);
  let [place, damped] = [0, 0];
  for (let at = 0; at < input.length; at++) {
    const back = line[place] ?? 0;
    damped = back * (1 - damping) + damped * damping;
    line[place] = (input[at] ?? 0) + feedback * damped;
    output[at] = (output[at] ?? 0) + gain * back;
    place = place + 1 === delay ? 0 : place + 1;
  }
}

function passAll(samples: Float32Array, delay: number): void {
  const line = new Float32Array(delay);
  let place = 0;
  for (let at = 0; at < samples.length; at++) {
    const back = line[place] ?? 0;
    const input = samples[at] ?? 0;
    line[place] = input + 0.5 * back;
    samples[at] = back - input;
    place = place + 1 === delay ? 0 : place + 1;
  }
}
