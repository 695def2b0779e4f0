import type { StageState } from '#core/model/cut-out-checkpoint.ts';
import type { MatteEntry } from '#core/model/models.ts';
import type { Matte } from '#core/protocol/runners.ts';
import type { Picture } from '#core/lib/picture.ts';
import type { Size } from '#core/lib/size.ts';
import { createAdapter, findCarried, unusable, type Adapter, type Carried } from '#workers/matting/adapters.ts';
import type { Session, Tensor } from '#workers/matting/session.ts';

/** A model for one clip: it processes images of one size in order and keeps its state. */
export type Network = {
  /** Starts the work on an image that does not depend on previous images, if any. `matte` uses its result. */
  prepare?(picture: Picture): void;
  /** Returns the matte, in the size of the image. Images must arrive in order. */
  matte(picture: Picture): Promise<Matte>;
  /** Clears the previous frames and releases their GPU memory. */
  reset(): void;
  /** Returns the state after the last frame. */
  save(): Promise<StageState>;
  restore(state: StageState): void;
};

/**
 * Creates the network of a clip: the adapter of the model's family over `session`, for pictures of `size`. Throws
 * MODEL_UNUSABLE if the file does not match its entry.
 */
export function createNetwork(model: MatteEntry, size: Size, session: Session): Network {
  const names = { inputs: session.inputs.map((one) => one.name), outputs: session.outputNames };
  const adapter = createAdapter(model, size, names);
  requirePictureInput(model, adapter, session);
  const carried = findCarried(model);
  const wanted = [adapter.matteOutput, ...carried.map((state) => state.from)];
  let past = createStates(carried, session);
  return {
    matte: async (picture) => {
      const feeds = adapter.toFeeds(picture);
      const tensors: Record<string, Tensor> = { ...past };
      for (const [name, { data, dims }] of Object.entries(feeds)) {
        tensors[name] = session.toTensor(data, dims);
      }
      const outputs = await session.run(tensors, wanted);
      disposeAll(past);
      past = Object.fromEntries(carried.map(({ from, to }) => [to, take(outputs, from, model)]));
      const alpha = adapter.toAlpha(readFloats(take(outputs, adapter.matteOutput, model), model));
      if (alpha.length !== size.width * size.height) {
        throw unusable(model, `gives ${alpha.length} values for a picture of ${size.width}x${size.height}`);
      }
      return { width: size.width, height: size.height, alpha };
    },
    reset: () => {
      adapter.reset();
      disposeAll(past);
      past = createStates(carried, session);
    },
    save: async () => {
      const tensors = carried.flatMap(({ to }) => past[to] ?? []);
      const arrays = await Promise.all(tensors.map((tensor) => copyFloats(tensor, model)));
      const alpha = adapter.pastAlpha ? [adapter.pastAlpha.slice()] : [];
      return { numbers: tensors.flatMap(({ dims }) => dims), arrays: [...arrays, ...alpha] };
    },
    restore: ({ numbers, arrays }) => {
      disposeAll(past);
      past = Object.fromEntries(
        carried.map(({ to }, i) => [
          to,
          session.toTensor(arrays[i] ?? new Float32Array(1), numbers.slice(stateRank * i, stateRank * (i + 1))),
        ]),
      );
      adapter.pastAlpha?.set(arrays.at(-1) ?? []);
    },
  };
}

/** The rank of every state: a batch of one, channels, rows and columns. */
const stateRank = 4;

/** Checks the image input against the file, so that a mismatch fails when it is opened, not at the first frame. */
function requirePictureInput(model: MatteEntry, { pictureInput, channels, size }: Adapter, session: Session): void {
  const input = session.inputs.find((one) => one.name === pictureInput);
  if (!input?.isTensor || input.type !== 'float32') {
    throw unusable(model, `takes ${input?.isTensor ? input.type : 'no tensor'} as its image input, not float32`);
  }
  const { shape } = input;
  const [, planes, height, width] = shape;
  // An open dimension of the file is a name, or a number below one.
  const isMisfit = (own: unknown, wanted: number): boolean => typeof own === 'number' && own > 0 && own !== wanted;
  if (shape.length !== 4 || isMisfit(planes, channels)) {
    throw unusable(model, `takes pictures of the shape ${shape.join(' x ')}, not 1 x ${channels} x height x width`);
  }
  if (isMisfit(width, size.width) || isMisfit(height, size.height)) {
    throw unusable(model, `takes pictures of ${width}x${height}, not ${size.width}x${size.height}`);
  }
}

/** The states before the first frame: a single zero each, which the model broadcasts. */
function createStates(carried: readonly Carried[], session: Session): Record<string, Tensor> {
  return Object.fromEntries(carried.map(({ to }) => [to, session.toTensor(new Float32Array(1), [1, 1, 1, 1])]));
}

function disposeAll(tensors: Record<string, Tensor>): void {
  for (const tensor of Object.values(tensors)) {
    tensor.dispose();
  }
}

function take(outputs: Record<string, Tensor>, name: string, model: MatteEntry): Tensor {
  const tensor = outputs[name];
  if (!tensor) {
    throw unusable(model, `gave no ${name}`);
  }
  return tensor;
}

/** Copies a tensor's values; the tensor may be on the GPU. */
async function copyFloats(tensor: Tensor, model: MatteEntry): Promise<Float32Array<ArrayBuffer>> {
  const data = await tensor.getData();
  if (!(data instanceof Float32Array)) {
    throw unusable(model, `keeps its state as ${tensor.type}, not float32`);
  }
  return data.slice();
}

function readFloats(tensor: Tensor, model: MatteEntry): Float32Array {
  if (!(tensor.data instanceof Float32Array)) {
    throw unusable(model, `gives ${tensor.type}, not float32`);
  }
  return tensor.data;
}
