import { expect, test } from 'vitest';
import { ramp, spring, springSeconds } from './spring.ts';

test('the spring moves from 0 to 1, overshoots slightly, and comes to rest', () => {
  const values = Array.from({ length: 100 }, (_, index) => spring((index / 99) * springSeconds));
  expect([spring(-1), spring(0), spring(springSeconds), spring(9)]).toEqual([0, 0, 1, 1]);
  expect(Math.max(...values)).toBeGreaterThan(1.02);
  expect(Math.max(...values)).toBeLessThan(1.08);
  expect(Math.abs(1 - spring(springSeconds - 1e-6))).toBeLessThan(1e-3);
});

test('the spring follows its equation of motion: mass, damping and stiffness', () => {
  const step = 1e-4;
  for (const at of [0.05, 0.15, 0.3]) {
    const [before, now, after] = [spring(at - step), spring(at), spring(at + step)];
    const speed = (after - before) / (2 * step);
    const acceleration = (after - 2 * now + before) / (step * step);
    expect(0.72 * acceleration + 15 * speed + 170 * (now - 1)).toBeCloseTo(0, 1);
  }
});

test('a ramp has no corner', () => {
  expect([0, 1, 1.5, 2, 3].map((seconds) => ramp(seconds, 1, 1))).toEqual([0, 0, 0.5, 1, 1]);
});
