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
