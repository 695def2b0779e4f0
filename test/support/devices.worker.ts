import type { MatteEntry } from '#core/model/models.ts';
import type { Size } from '#core/lib/size.ts';
import { findCarried } from '#workers/matting/adapters.ts';
import { compareDevices } from '#workers/matting/device.ts';
import { createNetwork, type Network } from '#workers/matting/network.ts';
import { runtimeFiles } from '#workers/matting/runtime-files.ts';
import { openCpuSession, openGpuSession } from '#workers/matting/session.ts';
import { drawBust } from '#workers/matting/trial-picture.ts';
import { greatestDifference, iou, meanAbsoluteDifference } from './matte-metrics.ts';

export type DeviceCase = {
  readonly model: MatteEntry;
  readonly size: Size;
  /** Addresses: of the weights and, for each frame, of the image (RGB) and the golden matte, in bytes. */
  readonly weights: string;
  /** Empty if there is no golden matte: then both devices compute the matte of a drawn bust. */
  readonly frames: readonly { readonly picture: string; readonly golden: string }[];
  /** The number of timed images on each device after the comparison; none by default. */
  readonly timedCount?: number;
};

/** The comparison of two mattes: IoU up to 1, mean difference up to 1000, maximum difference up to 255. */
export type Closeness = { readonly iou: number; readonly mean: number; readonly most: number };

/** The distances of one frame; null without a golden matte. */
type FrameVerdict = { readonly cpu: Closeness | null; readonly gpu: Closeness | null; readonly between: Closeness };

export type DeviceVerdict = {
  /** Null if there is none. */
  readonly adapter: string | null;
  readonly frames: readonly FrameVerdict[];
  /** The reason why the product does not use the GPU, because the devices differ; null if it would use the GPU. */
  readonly refusal: string | null;
  /** The median milliseconds of an image, including the transfer; null unless requested. The CPU has one thread. */
  readonly times: { readonly cpuMs: number; readonly gpuMs: number } | null;
};

/** Checks that the outline of the subject is the same, and that the mean difference is below a hundredth. */
const isAlike = ({ iou: overlap, mean }: Closeness): boolean => overlap > 0.98 && mean < 10;

/** Computes the same frames on both devices, on any available adapter. */
async function compare({ model, size, weights, frames, timedCount = 0 }: DeviceCase): Promise<DeviceVerdict> {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter) {
    return { adapter: null, frames: [], refusal: null, times: null };
  }
  const bytes = await fetchBytes(weights);
  const pictures =
    frames.length > 0 ? await Promise.all(frames.map(({ picture }) => fetchBytes(picture))) : [drawBust(size).rgb];
  const golden = await Promise.all(frames.map((frame) => fetchBytes(frame.golden)));
  const kept = findCarried(model).map(({ from }) => from);
  const cpu = createNetwork(model, size, await openCpuSession(bytes, runtimeFiles, 1));
  const gpu = createNetwork(model, size, await openGpuSession(bytes, runtimeFiles, kept));
  const [onCpu, onGpu] = [await runAll(cpu, size, pictures), await runAll(gpu, size, pictures)];
  const verdicts = onCpu.map((matte, frame) => compareFrame(matte, onGpu[frame] ?? new Uint8Array(), golden[frame]));
  const areAlike = verdicts.every(({ between }) => isAlike(between));
  const verdict = areAlike ? null : await compareDevices(cpu, gpu, size);
  const { vendor, architecture } = adapter.info;
  return {
    adapter: `${vendor} ${architecture}`,
    frames: verdicts,
    refusal: typeof verdict === 'string' ? verdict : null,
    times:
      timedCount > 0 ? { cpuMs: await time(cpu, size, timedCount), gpuMs: await time(gpu, size, timedCount) } : null,
  };
}

async function time(network: Network, size: Size, count: number): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const { rgb } = drawBust(size);
    const start = performance.now();
    await network.matte({ ...size, rgb });
    times.push(performance.now() - start);
  }
  return times.toSorted((one, other) => one - other)[count >> 1] ?? 0;
}

/** Returns the mattes, in order. Between two frames the recurrent state is saved and restored, as at a checkpoint. */
async function runAll(network: Network, size: Size, pictures: Uint8Array[]): Promise<Uint8Array[]> {
  const alphas: Uint8Array[] = [];
  for (const rgb of pictures) {
    alphas.push((await network.matte({ ...size, rgb })).alpha.slice());
    network.restore(await network.save());
  }
  network.reset();
  return alphas;
}

const compareFrame = (cpu: Uint8Array, gpu: Uint8Array, golden: Uint8Array | undefined): FrameVerdict => ({
  cpu: closeness(cpu, golden),
  gpu: closeness(gpu, golden),
  between: measure(cpu, gpu),
});

const closeness = (matte: Uint8Array, golden: Uint8Array | undefined): Closeness | null =>
  golden ? measure(matte, golden) : null;

const measure = (one: Uint8Array, other: Uint8Array): Closeness => ({
  iou: iou(one, other),
  mean: meanAbsoluteDifference(one, other),
  most: greatestDifference(one, other),
});

async function fetchBytes(address: string): Promise<Uint8Array> {
  const response = await fetch(address);
  if (!response.ok) {
    throw new Error(`${address} was answered with ${response.status}`);
  }
  return new Uint8Array(await response.arrayBuffer());
}

globalThis.addEventListener('message', (event: MessageEvent<DeviceCase>) => {
  compare(event.data).then(
    (verdict) => postMessage(verdict),
    (thrown: unknown) => postMessage(String(thrown)),
  );
});
