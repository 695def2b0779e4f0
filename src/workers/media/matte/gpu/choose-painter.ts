import type { PaintJob, Painter, PainterOptions } from '../painter.ts';
import { GpuPainter } from './gpu-painter.ts';

/** The maximum difference of a level from that of the CPU: single precision rounds some halves the other way. */
const mostDifference = 1;
const trialFrames = 4;

/** A CPU painter, and a function that creates the same frame for each trial. */
export type PaintTrial = { readonly right: Painter; readonly toJob: () => PaintJob };

/**
 * Chooses the faster painter. The GPU must prove itself, as for models: both paint the same few frames, and the GPU is used if its
 * results equal those of the CPU and it is faster. A software adapter does not count.
 */
export async function choosePainter(
  cpu: Painter,
  options: PainterOptions,
  prepareTrial: () => PaintTrial,
): Promise<Painter> {
  // The shaders cannot read neighbouring pixels, which moving or softening the edge requires.
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
    // The CPU replaces any driver that fails.
  }
  device.destroy();
  return cpu;
}

async function openDevice(): Promise<GPUDevice | null> {
  try {
    // Some supported browsers have no `navigator.gpu`, contrary to the types.
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

/** Returns whether `asked` paints the same as `right`, and faster. Both get fresh frames; the first is not timed. */
export async function isBetter(asked: Painter, right: Painter, toJob: () => PaintJob): Promise<boolean> {
  const [expected, made] = [await tryOut(right, toJob), await tryOut(asked, toJob)];
  return mostApart(expected, made) <= mostDifference && made.frameMs < expected.frameMs;
}

/** The result of a frame, copied because the frame is overwritten. */
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

/** Returns the largest difference of a level, of alpha or of a colour. */
export function mostApart(one: Painted, other: Painted): number {
  let most = 0;
  for (const [left, right] of [[one.alpha, other.alpha] as const, [one.colours, other.colours] as const]) {
    for (let i = 0; i < left.length; i++) {
      most = Math.max(most, Math.abs((left[i] ?? 0) - (right[i] ?? 0)));
    }
  }
  return most;
}

/**
 * Paints on the GPU until that fails, for example when the device is lost. The current frame and all following ones are then
 * painted on the CPU.
 */
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
