import { EdgeGrid } from '#workers/media/matte/edge-grid.ts';
import { Foreground } from '#workers/media/matte/foreground.ts';
import { copyPainted, mostApart, type Painted } from '#workers/media/matte/gpu/choose-painter.ts';
import { GpuPainter } from '#workers/media/matte/gpu/gpu-painter.ts';
import { GuidedFilter } from '#workers/media/matte/guided-filter.ts';
import { CpuPainter, type Painter, type PaintJob, type PainterOptions } from '#workers/media/matte/painter.ts';
import { drawTrial } from '#workers/media/matte/trial.ts';
import { Workspace } from '#workers/media/picture/workspace.ts';

export type PainterCase = {
  readonly full: PainterOptions['full'];
  readonly grid: PainterOptions['grid'];
  readonly guide: 'luma' | 'colour';
  readonly hasOwnAlpha: boolean;
  readonly isDecontaminating: boolean;
  /** Chroma of an even wall, in place of the trial's colourful one. */
  readonly wall: readonly [number, number] | null;
};

export type PainterVerdict =
  | { readonly adapter: 'none' }
  | {
      readonly adapter: 'found';
      /** The most that a level of alpha or of a colour differs. */
      readonly mostApart: number;
      /** Levels that differ at all, and those that either painter has changed. */
      readonly differing: number;
      readonly painted: number;
      readonly hasScreen: boolean;
    };

/** Lets the GPU and the CPU paint the same frame, on whatever adapter there is. */
async function compare(one: PainterCase): Promise<PainterVerdict> {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter) {
    return { adapter: 'none' };
  }
  const options = toOptions(one);
  const workspace = new Workspace(one.full, one.grid, 1);
  const toJob = prepareJob(one, workspace);
  const paintWith = async (painter: Painter): Promise<Painted> => {
    const job = toJob();
    await painter.paint(job);
    return copyPainted(job);
  };
  const { screen } = toJob().foreground;
  const untouched = copyPainted(toJob());
  const onCpu = await paintWith(new CpuPainter(options, workspace.kernels));
  const device = await adapter.requestDevice();
  const painter = await GpuPainter.open(device, options);
  // The second frame finds the buffers as the first has left them.
  await paintWith(painter);
  const onGpu = await paintWith(painter);
  painter.close();
  device.destroy();
  return {
    adapter: 'found',
    mostApart: mostApart(onCpu, onGpu),
    differing: countDiffering(onCpu, onGpu),
    painted: countDiffering(onCpu, untouched),
    hasScreen: screen !== null,
  };
}

const toOptions = ({ full, grid, isDecontaminating }: PainterCase): PainterOptions => ({
  full,
  grid,
  levels: { low: 32, high: 235 },
  edge: { shiftPx: 0, featherPx: 0, decontaminate: isDecontaminating },
});

function prepareJob({ full, grid, guide, hasOwnAlpha, wall }: PainterCase, workspace: Workspace): () => PaintJob {
  const { small, matte, toFrame } = drawTrial(workspace, grid);
  if (wall) {
    small.u.forEach((value, at) => (small.u[at] = (matte[at] ?? 0) > 128 ? value : wall[0]));
    small.v.forEach((value, at) => (small.v[at] = (matte[at] ?? 0) > 128 ? value : wall[1]));
  }
  const cells = new EdgeGrid(grid, workspace.kernels);
  const filter = new GuidedFilter(cells, { guide, radius: 2, smoothness: 10 });
  const foreground = new Foreground(cells);
  cells.load(small, matte);
  filter.fit();
  foreground.estimate();
  return () => ({
    ...toFrame(),
    lines: filter.lines,
    foreground,
    ownAlpha: hasOwnAlpha ? Uint8Array.from({ length: full.width * full.height }, (_, at) => (at * 31) % 256) : null,
  });
}

function countDiffering(one: Painted, other: Painted): number {
  const count = (left: ArrayLike<number>, right: ArrayLike<number>): number =>
    Array.from(left).filter((value, at) => value !== right[at]).length;
  return count(one.alpha, other.alpha) + count(one.colours, other.colours);
}

globalThis.addEventListener('message', (event: MessageEvent<PainterCase>) => {
  compare(event.data).then(
    (verdict) => postMessage(verdict),
    (thrown: unknown) => postMessage(String(thrown)),
  );
});
