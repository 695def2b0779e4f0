import { expect, it } from 'vitest';
import { RestartRate } from './restart-rate.ts';

const minuteMs = 60_000;

/** The waits of so many restarts, each after a browser that lived for `livesMs`. */
function planAll(count: number, livesMs: number): { waitMs: number; isUsedUp: boolean }[] {
  const rate = new RestartRate();
  let nowMs = 1_000_000;
  return Array.from({ length: count }, () => {
    const plan = rate.plan(nowMs);
    nowMs += plan.waitMs + livesMs;
    return plan;
  });
}

it('starts at once, then after growing pauses, and waits for the window after five', () => {
  const plans = planAll(6, 0);
  const waits = plans.map(({ waitMs }) => waitMs);
  expect(waits).toEqual([...waits].sort((a, b) => a - b));
  expect(waits[0]).toBe(0);
  expect(waits.slice(0, 5).reduce((sum, waitMs) => sum + waitMs, 0)).toBeLessThan(2 * minuteMs);
  expect(waits.reduce((sum, waitMs) => sum + waitMs, 0)).toBe(10 * minuteMs);
  expect(plans.map(({ isUsedUp }) => isUsedUp)).toEqual([false, false, false, false, false, true]);
});

it('never allows more than five in ten minutes, however long it goes on', () => {
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

it('forgets what is long ago', () => {
  expect(planAll(50, 11 * minuteMs).map(({ waitMs }) => waitMs)).toEqual(Array.from({ length: 50 }, () => 0));
});
