import { isLight, type MatteEntry } from '#core/model/models.ts';
import type { Picture } from '#core/lib/picture.ts';
import type { Size } from '#core/lib/size.ts';
import { findCarried } from '#workers/matting/adapters.ts';
import { createNetwork, type Network } from '#workers/matting/network.ts';
import { hasGpu, openCpuSession, openGpuSession, type RuntimeFiles, type Session } from '#workers/matting/session.ts';
import { drawBust } from '#workers/matting/trial-picture.ts';

/**
 * A session with its device, and the reason for that device in a sentence. `frameMs` is the time of an image on the GPU; null on the
 * CPU, where images wait for shared cores.
 */
export type Placed = {
  readonly session: Session;
  readonly device: 'cpu' | 'gpu';
  readonly reason: string;
  readonly frameMs: number | null;
};

/** The maximum mean difference between a GPU's matte and the CPU's, of 255. */
const maxDifference = 2;
/** The frame whose mattes are compared; the earlier frames are the same on both devices. */
const trialFrames = 4;
/** Code gets faster while the browser optimizes it, so a fast network runs more frames, within the time limit. */
const [maxFrames, trialMs] = [16, 150];

/**
 * Opens `bytes` on the device that runs it best. Some GPU drivers compute nonsense, and for a small model the transfers
 * can cost more than the work. So both devices process the same few frames. The GPU is used if its mattes equal the CPU's
 * and it is faster than cores that process `atOnce` frames at a time. Throws the error of onnxruntime if the CPU cannot run the model.
 */
export async function openSession(
  bytes: Uint8Array,
  files: RuntimeFiles | null,
  model: MatteEntry,
  size: Size,
  atOnce = 1,
): Promise<Placed> {
  const cpu = await openCpuSession(bytes, files, countThreads(model));
  const stay = (reason: string): Placed => ({ session: cpu, device: 'cpu', reason, frameMs: null });
  if (!files || !(await hasGpu())) {
    return stay('This browser offers no GPU for computing.');
  }
  const kept = findCarried(model).map((state) => state.from);
  const gpu = await openGpuSession(bytes, files, kept).catch((error: unknown) => String(error));
  if (typeof gpu === 'string') {
    return stay(`The GPU cannot run this model: ${gpu}`);
  }
  const networks = [createNetwork(model, size, cpu), createNetwork(model, size, gpu)] as const;
  const verdict = await compareDevices(...networks, size, atOnce).catch(
    (error: unknown) => `The GPU failed on this model: ${String(error)}`,
  );
  if (typeof verdict === 'string') {
    await gpu.release();
    return stay(verdict);
  }
  await cpu.release();
  const reason = 'The GPU computes the same mattes as the CPU, and is faster.';
  return { session: gpu, device: 'gpu', reason, frameMs: verdict };
}

/**
 * Returns the number of threads. Threads need shared memory, which only isolated pages have; more than four do not speed up these
 * models. A light model leaves one core to the codecs. With one of two cores busy, a second thread made selfie slower
 * (23 ms a frame instead of 20) and matte-nano no faster.
 */
export function countThreads(model: MatteEntry): number {
  const cores = globalThis.navigator?.hardwareConcurrency ?? 1;
  const most = isLight(model) ? cores - 1 : cores;
  return globalThis.crossOriginIsolated ? Math.max(1, Math.min(most, 4)) : 1;
}

type Tried = Pick<Network, 'matte' | 'reset'>;

/** Compares both devices on the same frames of `size`. Returns the reason against the GPU, or its milliseconds per frame. */
export async function compareDevices(cpu: Tried, gpu: Tried, size: Size, atOnce = 1): Promise<string | number> {
  const picture = drawBust(size);
  const [right, asked] = [await tryOut(cpu, picture), await tryOut(gpu, picture)];
  const difference = meanDifference(right.alpha, asked.alpha);
  if (difference > maxDifference) {
    return `The GPU computes other mattes than the CPU, by ${difference.toFixed(1)} of 255 on average.`;
  }
  const cpuMs = right.frameMs / atOnce;
  if (asked.frameMs > cpuMs) {
    return `The CPU is faster: ${cpuMs.toFixed(1)} ms a frame against ${asked.frameMs.toFixed(1)} on the GPU.`;
  }
  return asked.frameMs;
}

/** Returns the minimum time of a frame. The first frame prepares buffers and shaders and is not timed. */
async function tryOut(network: Tried, picture: Picture): Promise<{ alpha: Uint8Array; frameMs: number }> {
  let { alpha } = await network.matte(picture);
  let frameMs = Number.POSITIVE_INFINITY;
  const start = performance.now();
  for (let frame = 2; frame <= trialFrames || (frame <= maxFrames && performance.now() - start < trialMs); frame += 1) {
    const before = performance.now();
    const made = await network.matte(picture);
    frameMs = Math.min(frameMs, performance.now() - before);
    alpha = frame <= trialFrames ? made.alpha : alpha;
  }
  network.reset();
  return { alpha, frameMs };
}

function meanDifference(one: Uint8Array, other: Uint8Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) {
    sum += Math.abs((one[index] ?? 0) - (other[index] ?? 0));
  }
  return sum / one.length;
}
