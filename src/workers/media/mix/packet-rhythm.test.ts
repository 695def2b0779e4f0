import { describe, expect, it } from 'vitest';
import { hasGapAfterFirst } from './packet-pairs.ts';
import { findDrift } from './packet-rhythm.ts';

const packetSeconds = 1024 / 48_000;
const steps = (ratio: number, count = 480): number[] => Array.from({ length: count }, () => packetSeconds * ratio);
const toMilliseconds = (list: readonly number[]): number[] => {
  let at = 0;
  return list.map((step) => {
    const before = Math.round(1000 * at);
    at += step;
    return (Math.round(1000 * at) - before) / 1000;
  });
};

describe('findDrift', () => {
  it('measures the deviation of a clock, and ignores gaps', () => {
    expect(findDrift(steps(1.02), packetSeconds)).toBeCloseTo(0.02, 6);
    expect(findDrift([...steps(0.98, 200), 3, ...steps(0.98, 200)], packetSeconds)).toBeCloseTo(-0.02, 6);
    expect(findDrift(toMilliseconds(steps(1.002)), packetSeconds)).toBeCloseTo(0.002, 3);
  });

  it('does not report rounding, jitter or packets of another size as drift', () => {
    expect(findDrift(toMilliseconds(steps(1)), packetSeconds)).toBe(0);
    expect(findDrift(toMilliseconds(steps(1, 5)), packetSeconds)).toBe(0);
    expect(
      findDrift(
        steps(1).map((step, index) => step + (index % 2 === 0 ? 0.01 : -0.01)),
        packetSeconds,
      ),
    ).toBe(0);
    expect(findDrift([...steps(1, 100), packetSeconds + 0.018, ...steps(1, 379)], packetSeconds)).toBe(0);
    const lost = steps(1).map((step, index) => (index > 200 && index < 206 ? 1.4 * step : step));
    expect(findDrift(lost, packetSeconds)).toBe(0);
    expect(findDrift(steps(0.5), packetSeconds)).toBe(0);
    expect(findDrift([], packetSeconds)).toBe(0);
  });
});

describe('hasGapAfterFirst', () => {
  const at = (...milliseconds: number[]): number[] => milliseconds.map((one) => one / 1000);

  it('distinguishes a gap from a single late packet', () => {
    expect(hasGapAfterFirst(at(0, 400, 420, 440), 0.02)).toBe(true);
    expect(hasGapAfterFirst(at(0, 45, 41, 60), 0.02)).toBe(false);
    expect(hasGapAfterFirst(at(0, 20, 400, 420), 0.02)).toBe(false);
    expect(hasGapAfterFirst(at(0, 41), 0.02)).toBe(true);
    expect(hasGapAfterFirst(at(0), 0.02)).toBe(false);
  });
});
