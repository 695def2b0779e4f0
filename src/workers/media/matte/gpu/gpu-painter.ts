import type { Planes } from '../../picture/planes.ts';
import type { PainterOptions, PaintJob, Painter } from '../painter.ts';
import { flags, paintingShader, workgroupSize } from './painting-shader.ts';

/** The number of planes of the shader's data by cell of the grid. */
const cellPlanes = 11;
const paramsBytes = 64;

// The numbers of the WebGPU specification: its constants are not typed in this compiler's library.
const usage = { mapRead: 1, copySource: 4, copyTarget: 8, uniform: 64, storage: 128 } as const;
const mapForReading = 1;

/** Paints the same as `CpuPainter` on the GPU, within about one level. The buffers hold one frame at a time. */
export class GpuPainter implements Painter {
  readonly #device: GPUDevice;
  readonly #options: PainterOptions;
  readonly #alphaPass: GPUComputePipeline;
  readonly #colourPass: GPUComputePipeline;
  readonly #binding: GPUBindGroup;
  readonly #params: GPUBuffer;
  readonly #picture: GPUBuffer;
  readonly #ownAlpha: GPUBuffer;
  readonly #cells: GPUBuffer;
  readonly #kinds: GPUBuffer;
  readonly #result: GPUBuffer;
  readonly #readable: GPUBuffer;
  readonly #alphaBytes: number;
  readonly #pictureBytes: number;

  /** Throws the error of the device, for example for an image that is too large or a shader that does not compile. */
  static async open(device: GPUDevice, options: PainterOptions): Promise<GpuPainter> {
    device.pushErrorScope('out-of-memory');
    device.pushErrorScope('validation');
    const module = device.createShaderModule({ code: paintingShader });
    const layout = createLayout(device);
    const toPipeline = (entryPoint: string): Promise<GPUComputePipeline> =>
      device.createComputePipelineAsync({
        layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
        compute: { module, entryPoint },
      });
    const passes = await Promise.all([toPipeline('paintAlpha'), toPipeline('paintColours')]);
    const painter = new GpuPainter(device, options, layout, passes);
    const error = (await device.popErrorScope()) ?? (await device.popErrorScope());
    if (error) {
      painter.close();
      throw new Error(error.message);
    }
    return painter;
  }

  private constructor(
    device: GPUDevice,
    options: PainterOptions,
    layout: GPUBindGroupLayout,
    [alphaPass, colourPass]: readonly [GPUComputePipeline, GPUComputePipeline],
  ) {
    const { full, grid } = options;
    const create = (size: number, bits: number): GPUBuffer =>
      device.createBuffer({ size: Math.max(4, toWords(size) * 4), usage: bits });
    const pixels = full.width * full.height;
    const cells = grid.width * grid.height;
    this.#device = device;
    this.#options = options;
    this.#alphaPass = alphaPass;
    this.#colourPass = colourPass;
    this.#alphaBytes = toWords(pixels) * 4;
    this.#pictureBytes = pixels + 2 * ((full.width + 1) >> 1) * ((full.height + 1) >> 1);
    this.#params = create(paramsBytes, usage.uniform | usage.copyTarget);
    this.#picture = create(this.#pictureBytes, usage.storage | usage.copyTarget);
    this.#ownAlpha = create(pixels, usage.storage | usage.copyTarget);
    this.#cells = create(4 * cellPlanes * cells, usage.storage | usage.copyTarget);
    this.#kinds = create(cells, usage.storage | usage.copyTarget);
    this.#result = create(this.#alphaBytes + this.#pictureBytes, usage.storage | usage.copySource);
    this.#readable = create(this.#alphaBytes + this.#pictureBytes, usage.mapRead | usage.copyTarget);
    const bound = [this.#params, this.#picture, this.#ownAlpha, this.#cells, this.#kinds, this.#result];
    this.#binding = device.createBindGroup({
      layout,
      entries: bound.map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
  }

  /** Rejects when the device is lost; `job` is then unchanged. */
  async paint(job: PaintJob): Promise<void> {
    this.#upload(job);
    const encoder = this.#device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setBindGroup(0, this.#binding);
    pass.setPipeline(this.#alphaPass);
    pass.dispatchWorkgroups(Math.ceil(toWords(this.#alphaBytes) / workgroupSize));
    pass.setPipeline(this.#colourPass);
    pass.dispatchWorkgroups(Math.ceil(toWords(this.#pictureBytes) / workgroupSize));
    pass.end();
    encoder.copyBufferToBuffer(this.#result, 0, this.#readable, 0, this.#readable.size);
    this.#device.queue.submit([encoder.finish()]);
    await this.#readable.mapAsync(mapForReading);
    this.#download(job.planes, job.alpha);
  }

  close(): void {
    for (const buffer of [this.#params, this.#picture, this.#ownAlpha, this.#cells, this.#kinds, this.#result]) {
      buffer.destroy();
    }
    this.#readable.destroy();
  }

  #upload({ lines, foreground, planes, ownAlpha }: PaintJob): void {
    const { queue } = this.#device;
    writeBytes(queue, this.#picture, planes.bytes);
    writeBytes(queue, this.#kinds, foreground.kinds);
    if (ownAlpha) {
      writeBytes(queue, this.#ownAlpha, ownAlpha);
    }
    const { subject, background, hueLimits } = foreground;
    let offset = 0;
    for (const planes of [lines.planes, subject, background, hueLimits]) {
      queue.writeBuffer(this.#cells, offset, planes);
      offset += planes.byteLength;
    }
    queue.writeBuffer(this.#params, 0, this.#toParams(lines.isColour, ownAlpha !== null, foreground));
  }

  /** Packs the parameters in the layout of `Params` of the shader. */
  #toParams(hasColourGuide: boolean, hasOwnAlpha: boolean, foreground: PaintJob['foreground']): ArrayBuffer {
    const { full, grid, levels, edge } = this.#options;
    const { fill, screen } = foreground;
    const numbers = new ArrayBuffer(paramsBytes);
    new Uint32Array(numbers).set([
      full.width,
      full.height,
      (full.width + 1) >> 1,
      (full.height + 1) >> 1,
      grid.width,
      grid.height,
      (hasColourGuide ? flags.hasColourGuide : 0) |
        (edge.decontaminate ? flags.isDecontaminating : 0) |
        (hasOwnAlpha ? flags.hasOwnAlpha : 0),
      toWords(this.#alphaBytes),
    ]);
    const gain = 255 / (levels.high - levels.low);
    const { u, v, strength } = screen ?? { u: 0, v: 0, strength: 0 };
    new Float32Array(numbers, 32).set([levels.low, gain, u, v, ...fill, strength]);
    return numbers;
  }

  #download(planes: Planes, alpha: Uint8ClampedArray): void {
    const mapped = this.#readable.getMappedRange();
    alpha.set(new Uint8Array(mapped, 0, alpha.length));
    planes.bytes.set(new Uint8Array(mapped, this.#alphaBytes, planes.bytes.length));
    this.#readable.unmap();
  }
}

function createLayout(device: GPUDevice): GPUBindGroupLayout {
  const types = ['uniform', ...Array.from({ length: 4 }, () => 'read-only-storage' as const), 'storage'] as const;
  const compute = 4;
  return device.createBindGroupLayout({
    entries: types.map((type, binding) => ({ binding, visibility: compute, buffer: { type } })),
  });
}

/** Writes bytes to a buffer in whole words; the remaining bytes are padded to one word. */
function writeBytes(queue: GPUQueue, buffer: GPUBuffer, bytes: Uint8Array): void {
  const whole = bytes.length - (bytes.length % 4);
  queue.writeBuffer(buffer, 0, bytes, 0, whole);
  if (whole < bytes.length) {
    const rest = new Uint8Array(4);
    rest.set(bytes.subarray(whole));
    queue.writeBuffer(buffer, whole, rest);
  }
}

const toWords = (bytes: number): number => Math.ceil(bytes / 4);
