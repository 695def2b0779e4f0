import type { PaintJob, Painter, PainterOptions } from '../painter.ts';
import { GpuPainter } from './gpu-painter.ts';

/** How far a level may be from the one that the CPU draws: single precision rounds some halves the other way. */
const mostDifference = 1;
const trialFrames = 4;

/** What makes the same frame again and again, and a painter on the CPU for it. */
export type PaintTrial = { readonly right: Painter; readonly toJob: () => PaintJob };

/**
 * Where frames are painted best. As with models the GPU has to earn it: both paint the same few frames, and the GPU
 * is taken when its pictures are those of the CPU and come sooner. An adapter that is a program on the CPU is none.
 */
export async function choosePainter(
  cpu: Painter,
  options: PainterOptions,
  prepareTrial: () => PaintTrial,
): Promise<Painter> {
  // The shaders have no neighbours to look at, which moving or softening the edge needs.
  const hasPlainEdge = options.edge.shiftPx === 0 && options.edge.featherPx === 0;
  const device = hasPlainEdge ? await openDevice() : null;
  if (!device) {
    return cpu;
  }
  try {
    const gpu = await GpuPainter.open(device, options);
    const { right, toJob } = prepareTrial();
    if (await isBetter(gpu, right, toJob)) {
      return new SafePainter(gpu, cpu, () => device.destroy());
    }
  } catch {
    // Whatever a driver cannot do, the CPU can.
  }
  device.destroy();
  return cpu;
}

async function openDevice(): Promise<GPUDevice | null> {
  try {
    // Not every browser that this runs in has it, whatever the types say.
    const gpu: GPU | undefined = navigator.gpu;
    const adapter = await gpu?.requestAdapter({ powerPreference: 'high-performance' });
    if (!adapter || adapter.info.isFallbackAdapter) {
      return null;
    }
    const { maxStorageBufferBindingSize, maxBufferSize } = adapter.limits;
    return await adapter.requestDevice({ requiredLimits: { maxStorageBufferBindingSize, maxBufferSize } });
  } catch {
    return null;
  }
}

/** Whether `asked` paints what `right` paints, and sooner. Both get fresh frames; the first is not timed. */
export async function isBetter(asked: Painter, right: Painter, toJob: () => PaintJob): Promise<boolean> {
  const [expected, made] = [await tryOut(right, toJob), await tryOut(asked, toJob)];
  return mostApart(expected, made) <= mostDifference && made.frameMs < expected.frameMs;
}

/** What was made of a frame, kept where it is not painted over. */
export type Painted = { readonly alpha: Uint8ClampedArray; readonly colours: Uint8Array };

export const copyPainted = ({ alpha, planes }: PaintJob): Painted => ({
  alpha: alpha.slice(),
  colours: planes.bytes.slice(),
});

async function tryOut(painter: Painter, toJob: () => PaintJob): Promise<Painted & { readonly frameMs: number }> {
  let painted = toJob();
  let ms = 0;
  for (let frame = 0; frame < trialFrames; frame++) {
    painted = toJob();
    const start = performance.now();
    await painter.paint(painted);
    ms += frame > 0 ? performance.now() - start : 0;
  }
  return { ...copyPainted(painted), frameMs: ms / (trialFrames - 1) };
}

/** The largest difference of a level, of alpha or of a colour. */
export function mostApart(one: Painted, other: Painted): number {
  let most = 0;
  for (const [left, right] of [[one.alpha, other.alpha] as const, [one.colours, other.colours] as const]) {
    for (let i = 0; i < left.length; i++) {
      most = Math.max(most, Math.abs((left[i] ?? 0) - (right[i] ?? 0)));
    }
  }
  return most;
}

/** Paints on the GPU until that fails, as when it is lost: the frame at hand, and all to come, are then painted here. */
export class SafePainter implements Painter {
  readonly #cpu: Painter;
  readonly #release: () => void;
  #painter: Painter;

  constructor(gpu: Painter, cpu: Painter, release: () => void) {
    this.#painter = gpu;
    this.#cpu = cpu;
    this.#release = release;
  }

  async paint(job: PaintJob): Promise<void> {
    try {
      await this.#painter.paint(job);
    } catch (thrown) {
      if (this.#painter === this.#cpu) {
        throw thrown;
      }
      this.#painter = this.#cpu;
      await this.#cpu.paint(job);
    }
  }

  close(): void {
    this.#release();
  }
}
