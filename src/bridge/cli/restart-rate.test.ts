import { expect, it } from 'vitest';
import { RestartRate } from './restart-rate.ts';

const minuteMs = 60_000;

/** Plans `count` restarts, each after a browser that ran for `livesMs`. */
function planAll(count: number, livesMs: number): { waitMs: number; isUsedUp: boolean }[] {
  const rate = new RestartRate();
  let nowMs = 1_000_000;
  return Array.from({ length: count }, () => {
    const plan = rate.plan(nowMs);
    nowMs += plan.waitMs + livesMs;
    return plan;
  });
}

it('restarts immediately, then after growing pauses, and after five restarts waits for the window', () => {
  const plans = planAll(6, 0);
  const waits = plans.map(({ waitMs }) => waitMs);
  expect(waits).toEqual([...waits].sort((a, b) => a - b));
  expect(waits[0]).toBe(0);
  expect(waits.slice(0, 5).reduce((sum, waitMs) => sum + waitMs, 0)).toBeLessThan(2 * minuteMs);
  expect(waits.reduce((sum, waitMs) => sum + waitMs, 0)).toBe(10 * minuteMs);
  expect(plans.map(({ isUsedUp }) => isUsedUp)).toEqual([false, false, false, false, false, true]);
});

it('never allows more than five restarts in ten minutes, even over a long time', () => {
  const rate = new RestartRate();
  let nowMs = 0;
  const startsMs = Array.from({ length: 100 }, () => {
    nowMs += rate.plan(nowMs).waitMs + 500;
    return nowMs;
  });
  for (const [index, startMs] of startsMs.entries()) {
    expect((startsMs[index + 5] ?? Infinity) - startMs).toBeGreaterThanOrEqual(10 * minuteMs);
  }
});

it('ignores restarts before the window', () => {
  expect(planAll(50, 11 * minuteMs).map(({ waitMs }) => waitMs)).toEqual(Array.from({ length: 50 }, () => 0));
});
