import { ease } from './animate.ts';
import type { Animatable } from './document.ts';
import type { Easing } from './easing.ts';

/** An amplitude over canvas time in seconds: linear between points, constant before the first and after the last. */
export type Envelope = readonly { readonly atSeconds: number; readonly amplitude: number }[];

/** The duration of the ramp before a step, because an immediate step would click. The ramp ends at the time of the step. */
const stepSeconds = 0.005;
/** The tolerance for equal times, which differ by rounding. */
const minSeconds = 1e-9;
/** The number of linear segments that approximate a curve between two keyframes. */
const piecesOfCurve = 16;
/** The number of linear segments that approximate the product of two ramps. */
const piecesOfProduct = 4;

/** Returns the volume of an item that starts at a time of the canvas. */
export function getEnvelope(volume: Animatable, startSeconds: number): Envelope {
  if (typeof volume === 'number') {
    return [{ atSeconds: startSeconds, amplitude: volume }];
  }
  const points = volume.keyframes.flatMap(({ atSeconds, value, easing }, index) => {
    const next = volume.keyframes[index + 1];
    return [0, ...(next ? getShares(easing, next.atSeconds - atSeconds) : [])].map((share) => ({
      atSeconds: startSeconds + (next ? atSeconds + (next.atSeconds - atSeconds) * share : atSeconds),
      amplitude: Math.max(0, next ? value + (next.value - value) * ease(easing, share) : value),
    }));
  });
  return points;
}

/** Returns the positions between two keyframes, 0..1, at which points are needed. */
function getShares(easing: Easing, seconds: number): number[] {
  if (easing === 'linear') {
    return [];
  }
  if (easing === 'hold') {
    return seconds > stepSeconds ? [1 - stepSeconds / seconds] : [];
  }
  return Array.from({ length: piecesOfCurve - 1 }, (_, index) => (index + 1) / piecesOfCurve);
}

/** Multiplies two amplitudes. */
export function multiply(one: Envelope, other: Envelope): Envelope {
  const times = [...one, ...other].map(({ atSeconds }) => atSeconds).toSorted((a, b) => a - b);
  const unique = times.filter((time, index) => time - (times[index - 1] ?? -Infinity) > minSeconds);
  const first = createReader(one);
  const second = createReader(other);
  const points = unique.map((atSeconds) => ({ atSeconds, one: first(atSeconds), other: second(atSeconds) }));
  return points.flatMap((from, index) => {
    const to = points[index + 1];
    const areBothRamps = to && from.one !== to.one && from.other !== to.other;
    return Array.from({ length: areBothRamps ? piecesOfProduct : 1 }, (_, piece) => {
      const share = piece / piecesOfProduct;
      return {
        atSeconds: mix(from.atSeconds, to?.atSeconds ?? from.atSeconds, share),
        amplitude: mix(from.one, to?.one ?? from.one, share) * mix(from.other, to?.other ?? from.other, share),
      };
    });
  });
}

/** Creates a function that reads an envelope at increasing times. */
function createReader(envelope: Envelope): (atSeconds: number) => number {
  let index = 0;
  return (atSeconds) => {
    while ((envelope[index + 1]?.atSeconds ?? Infinity) <= atSeconds) {
      index += 1;
    }
    const from = envelope[index];
    const to = envelope[index + 1];
    if (!from) {
      return 1;
    }
    const isRamp = to && atSeconds > from.atSeconds;
    const share = isRamp ? (atSeconds - from.atSeconds) / (to.atSeconds - from.atSeconds) : 0;
    return mix(from.amplitude, to?.amplitude ?? from.amplitude, share);
  };
}

const mix = (from: number, to: number, share: number): number => from + (to - from) * share;
