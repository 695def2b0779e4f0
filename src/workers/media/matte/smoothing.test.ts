import { describe, expect, it } from 'vitest';
import { Smoothing } from './smoothing.ts';

const still = Float32Array.of(100, 100);

describe('Smoothing', () => {
  it('takes the first matte as it is', () => {
    expect([...new Smoothing(50, 2).add(Uint8Array.of(10, 200), still)]).toEqual([10, 200]);
  });

  it('keeps 0.4 of the past by default', () => {
    const smoothing = new Smoothing(50, 2);
    smoothing.add(Uint8Array.of(0, 200), still);
    expect(smoothing.add(Uint8Array.of(100, 200), still)[0]).toBeCloseTo(60, 4);
  });

  it('does nothing at 0', () => {
    const smoothing = new Smoothing(0, 2);
    smoothing.add(Uint8Array.of(0, 0), still);
    expect([...smoothing.add(Uint8Array.of(100, 7), still)]).toEqual([100, 7]);
  });

  it('lets go of the past where the picture moved', () => {
    const smoothing = new Smoothing(100, 2);
    smoothing.add(Uint8Array.of(0, 0), still);
    const [moved, quiet] = smoothing.add(Uint8Array.of(255, 255), Float32Array.of(190, 101));
    expect(moved).toBe(255);
    expect(quiet).toBeCloseTo(51, 3);
  });

  it('leaves no ghost after a reset', () => {
    const smoothing = new Smoothing(100, 2);
    smoothing.add(Uint8Array.of(255, 255), still);
    smoothing.reset();
    expect([...smoothing.add(Uint8Array.of(0, 0), still)]).toEqual([0, 0]);
  });
});
