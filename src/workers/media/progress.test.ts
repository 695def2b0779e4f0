import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RunnerProgress } from '#core/protocol/runners.ts';
import { ProgressMeter } from './progress.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const drawIn = (ms: number, picture: string) => (): Promise<string> =>
  new Promise((resolve) => void setTimeout(() => resolve(picture), ms));

it('continues while a snapshot is drawn, and reports frames in order', async () => {
  const reports: RunnerProgress[] = [];
  const meter = new ProgressMeter(10, 'Cutting', (progress) => reports.push(progress));
  meter.frame(1, drawIn(600, 'first'));
  expect(reports).toEqual([]);
  await vi.advanceTimersByTimeAsync(500);
  meter.frame(2, drawIn(0, 'too early for another'));
  await vi.advanceTimersByTimeAsync(50);
  expect(reports).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(reports.map(({ fraction, snapshot }) => [fraction.toFixed(3), snapshot])).toEqual([
    ['0.098', 'first'],
    ['0.196', undefined],
  ]);
});

it('counts the frames of earlier attempts', () => {
  const report = vi.fn<(progress: RunnerProgress) => void>();
  const meter = new ProgressMeter(10, 'Cutting', report);
  meter.begin(8, 240);
  expect(report.mock.lastCall?.[0]).toMatchObject({ stage: 'Reading', framesDone: 240 });
  vi.advanceTimersByTime(500);
  meter.frame(8.1, drawIn(0, 'next'));
  meter.written(1);
  expect(report.mock.lastCall?.[0]).toMatchObject({ stage: 'Writing', framesDone: 241 });
});

it('has reported all frames once it has settled', async () => {
  const report = vi.fn<(progress: RunnerProgress) => void>();
  const meter = new ProgressMeter(10, 'Cutting', report);
  meter.frame(1, drawIn(300, 'last'));
  await vi.advanceTimersByTimeAsync(300);
  await meter.settle();
  expect(report).toHaveBeenCalledOnce();
  expect(report.mock.lastCall?.[0].snapshot).toBe('last');
});

it('reports a frame whose snapshot could not be drawn', async () => {
  const report = vi.fn<(progress: RunnerProgress) => void>();
  const meter = new ProgressMeter(10, 'Cutting', report);
  meter.frame(1, () => Promise.reject(new Error('no canvas')));
  await meter.settle();
  expect(report).toHaveBeenCalledExactlyOnceWith(expect.not.objectContaining({ snapshot: expect.anything() }));
});

it('estimates the remaining time of a long run from many scenes, within 20 %', async () => {
  const totalSeconds = 3600;
  const reports: { readonly atMs: number; readonly progress: RunnerProgress }[] = [];
  const meter = new ProgressMeter(totalSeconds, 'Cutting', (progress) =>
    reports.push({ atMs: performance.now(), progress }),
  );
  const startMs = performance.now();
  for (let second = 0; second < totalSeconds; second += 1) {
    // Scenes of 20 seconds, of which every other one takes three times as long.
    vi.advanceTimersByTime(Math.floor(second / 20) % 2 === 0 ? 500 : 1500);
    meter.frame(second + 1);
    await meter.settle();
  }
  const endMs = performance.now();
  const isEarly = (atMs: number): boolean => atMs - startMs < 120_000 || endMs - atMs < 120_000;
  const shares = reports
    .filter(({ atMs }) => !isEarly(atMs))
    .map(({ atMs, progress }) => (1000 * (progress.etaSeconds ?? 0)) / (endMs - atMs));
  expect(shares.length).toBeGreaterThan(2000);
  expect(Math.min(...shares)).toBeGreaterThan(0.8);
  expect(Math.max(...shares)).toBeLessThan(1.2);
});
