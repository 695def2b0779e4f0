import { Floats } from './arrays';

/**
 * Resamples audio: each of `count` outputs is the sum of four times `quads` source frames, weighted with the coefficients of a
 * phase. The first output is at the source's first frame with `phase`; each next one is `over / under` frames later.
 */
export function resampleSound(
  source: Floats,
  phases: Floats,
  quads: i32,
  phase: i32,
  over: i32,
  under: i32,
  output: Floats,
  count: i32,
): void {
  const bytesOfPhase = (<usize>quads) << 4;
  const whole = (<usize>(over / under)) << 2;
  const rest = over % under;
  for (let i = 0; i < count; i++) {
    store<f32>(output + ((<usize>i) << 2), weigh(source, phases + <usize>phase * bytesOfPhase, quads));
    source += whole;
    phase += rest;
    if (phase >= under) {
      phase -= under;
      source += 4;
    }
  }
}

/** Four independent sums, so that none waits for the one before. */
function weigh(from: usize, weights: usize, quads: i32): f32 {
  let sum0 = f32x4.splat(0);
  let sum1 = f32x4.splat(0);
  let sum2 = f32x4.splat(0);
  let sum3 = f32x4.splat(0);
  for (let quad = 0; quad < quads; quad += 4) {
    sum0 = f32x4.add(sum0, f32x4.mul(v128.load(from), v128.load(weights)));
    sum1 = f32x4.add(sum1, f32x4.mul(v128.load(from, 16), v128.load(weights, 16)));
    sum2 = f32x4.add(sum2, f32x4.mul(v128.load(from, 32), v128.load(weights, 32)));
    sum3 = f32x4.add(sum3, f32x4.mul(v128.load(from, 48), v128.load(weights, 48)));
    from += 64;
    weights += 64;
  }
  const sum = f32x4.add(f32x4.add(sum0, sum1), f32x4.add(sum2, sum3));
  const low = f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 1);
  return low + (f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3));
}
