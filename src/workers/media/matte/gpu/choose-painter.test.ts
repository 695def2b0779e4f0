import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CpuPainter, type PaintJob, type Painter } from '../painter.ts';
import { EdgeGrid } from '../edge-grid.ts';
import { Foreground } from '../foreground.ts';
import { GuidedFilter } from '../guided-filter.ts';
import { drawTrial } from '../trial.ts';
import { Workspace } from '../../picture/workspace.ts';
import { copyPainted, isBetter, SafePainter } from './choose-painter.ts';

const full = { width: 64, height: 48 };
const grid = { width: 32, height: 24 };
const workspace = new Workspace(full, grid, 1);
const { matte, small, toFrame } = drawTrial(workspace, grid);
const cells = new EdgeGrid(grid, workspace.kernels);
const filter = new GuidedFilter(cells, { guide: 'luma', radius: 1, smoothness: 10 });
const foreground = new Foreground(cells);
cells.load(small, matte);
filter.fit();
foreground.estimate();
const toJob = (): PaintJob => ({ ...toFrame(), lines: filter.lines, foreground });

const edge = { shiftPx: 0, featherPx: 0, decontaminate: true };
const right = new CpuPainter({ full, grid, levels: { low: 32, high: 235 }, edge }, workspace.kernels);

/** Creates a painter that paints correctly and then applies `change`, after a delay in milliseconds. */
const standIn = (delayMs: number, change: (job: PaintJob) => void = () => undefined): Painter => ({
  paint: async (job) => {
    await new Promise((resolve) => {
      setTimeout(resolve, delayMs);
    });
    right.paint(job);
    change(job);
  },
  close: () => undefined,
});

// Fake timers make the delay of a painter exact, whatever the load of the machine.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

async function compare(asked: Painter, known: Painter): Promise<boolean> {
  const verdict = isBetter(asked, known, toJob);
  await vi.runAllTimersAsync();
  return verdict;
}

test('a painter with the same result that is faster is better; a slower one is not', async () => {
  expect(await compare(right, standIn(30))).toBe(true);
  expect(await compare(standIn(30), right)).toBe(false);
});

test('a painter with another result is not better, however fast', async () => {
  const slow = standIn(30);
  const off = (levels: number): Painter => standIn(0, ({ alpha }) => (alpha[5] = (alpha[5] ?? 0) + levels));
  expect(await compare(off(1), slow)).toBe(true);
  expect(await compare(off(9), slow)).toBe(false);
});

test('when the GPU is lost, the current frame and the following ones are painted on the CPU', async () => {
  let asked = 0;
  const lost: Painter = {
    paint: () => {
      asked++;
      return Promise.reject(new Error('the device was lost'));
    },
    close: () => undefined,
  };
  const painter = new SafePainter(lost, right, () => undefined);
  const paintWith = async (one: Painter) => {
    const job = toJob();
    await one.paint(job);
    return copyPainted(job);
  };
  const expected = await paintWith(right);
  expect(await paintWith(painter)).toEqual(expected);
  expect(await paintWith(painter)).toEqual(expected);
  expect(asked).toBe(1);
});
