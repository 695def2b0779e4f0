import { Failure } from '#core/lib/failure.ts';
import type { LoadRequest, MattingRunner, ModelInput } from '#core/protocol/runners.ts';
import type { Picture } from '#core/lib/picture.ts';
import type { Size } from '#core/lib/size.ts';
import { createEnsemble } from '#workers/matting/ensemble.ts';
import { countThreads, openSession, type Placed } from '#workers/matting/device.ts';
import { guard } from '#workers/matting/guard.ts';
import type { InferencePool } from '#workers/matting/inference-pool.ts';
import { loadModelFile, type ModelFiles } from '#workers/matting/model-file.ts';
import { createNetwork, type Network } from '#workers/matting/network.ts';
import { openPanel } from '#workers/matting/panel.ts';
import { planClip, type Plan, type PlannedNetwork } from '#workers/matting/plan.ts';
import { createQueue } from '#workers/matting/queue.ts';
import { loadCpuRuntime, type RuntimeFiles } from '#workers/matting/session.ts';

/** The result of `load`, here with the device and the reason for it. */
type LoadedModel = ModelInput & Pick<Placed, 'device' | 'reason'>;

export type MattingOptions = {
  readonly files: ModelFiles;
  /** Null if onnxruntime finds its own files, as in Node. */
  readonly runtimeFiles: RuntimeFiles | null;
  /** Starts the inference workers of an ensemble; without it this thread does the work. */
  readonly startInferencePool?: () => InferencePool;
};

/** The matting runner, whose `load` also returns devices. */
export type Matting = MattingRunner & { load(requests: readonly LoadRequest[]): Promise<LoadedModel[]> };

/** Creates a matting runner in this thread. Calls run one after the other, in the order of arrival. */
export function createMatting(options: MattingOptions): Matting {
  const inOrder = createQueue();
  const models = new OpenModels(options);
  /** Runs `work` on an open model. Errors of onnxruntime become Failures. */
  const withModel = <T>(modelId: string, work: (model: OpenModel) => T | Promise<T>): Promise<T> =>
    inOrder(async () => {
      const model = models.get(modelId);
      return guard('INTERNAL', model, async () => work(model));
    });
  return {
    prepare: ({ entry }) => loadCpuRuntime(options.runtimeFiles, countThreads(entry)).catch(() => undefined),
    load: (requests) => inOrder(() => models.load(requests)),
    matte: (modelId, picture) => {
      models.prepare(modelId, picture);
      return withModel(modelId, async (model) => {
        requireFit(picture, model);
        try {
          return await model.network.matte(picture);
        } catch (error) {
          // A session that failed, for example because the GPU was lost, is not used again.
          await models.close(modelId).catch(() => {});
          throw error;
        }
      });
    },
    reset: (modelId) => withModel(modelId, ({ network }) => network.reset()),
    save: (modelId) => withModel(modelId, ({ network }) => network.save()),
    restore: (modelId, state) => withModel(modelId, ({ network }) => network.restore(state)),
  };
}

/** The open files of a request. Every clip gets a new network, without previous frames, for images of its size. */
type OpenFiles = Pick<Placed, 'device' | 'reason'> & {
  createNetwork(picture: Size): Network;
  release(): Promise<void>;
};

/** A model that is open under an id, with the network of one clip. */
type OpenModel = { readonly name: string; readonly files: OpenFiles; readonly plan: Plan; readonly network: Network };

type Planned = LoadRequest & { readonly id: string; readonly plan: Plan };

/** Returns the bytes of the network's file, which is checked. */
type Read = (network: PlannedNetwork) => Promise<Uint8Array<ArrayBuffer>>;

/** The open models by id. */
class OpenModels {
  readonly #options: MattingOptions;
  readonly #models = new Map<string, OpenModel>();

  constructor(options: MattingOptions) {
    this.#options = options;
  }

  /** Throws INTERNAL when the model is not open. */
  get(modelId: string): OpenModel {
    const model = this.#models.get(modelId);
    if (!model) {
      throw new Failure('INTERNAL', { message: `The model "${modelId}" is not open.` });
    }
    return model;
  }

  /** Starts a later image early, so that no core waits for the previous images. */
  prepare(modelId: string, picture: Picture): void {
    const model = this.#models.get(modelId);
    if (model && isFit(picture, model)) {
      model.network.prepare?.(picture);
    }
  }

  /** See `MattingRunner.load`. */
  async load(requests: readonly LoadRequest[]): Promise<LoadedModel[]> {
    try {
      const planned = requests.map((one) => ({ ...one, id: toId(one), plan: planClip(one) }));
      requireDistinct(planned);
      await this.#closeAllBut(planned);
      // All files are read while the runtime and the first models are opened.
      const reading = planned.map((one) => ({ ...one, read: this.#startReads(one) }));
      const inputs: LoadedModel[] = [];
      for (const one of reading) {
        inputs.push(await this.#open(one));
      }
      return inputs;
    } catch (error) {
      await this.#closeAllBut([]).catch(() => {});
      throw error;
    }
  }

  async close(modelId: string): Promise<void> {
    await this.#take(modelId)?.files.release();
  }

  /** Closes all models but these. Large models may not fit into memory together, so this comes before opening. */
  async #closeAllBut(kept: readonly Planned[]): Promise<void> {
    const isKept = (id: string, { plan }: OpenModel): boolean =>
      kept.some((one) => one.id === id && toFilesKey(one.plan) === toFilesKey(plan));
    const dropped = [...this.#models].filter(([id, model]) => !isKept(id, model));
    await Promise.all(dropped.map(([id]) => this.close(id)));
  }

  /** Starts to read the files of all networks, unless the model is open. */
  #startReads({ id, plan }: Planned): Read {
    const readOne = ({ model, variant }: PlannedNetwork) => loadModelFile(model, variant, this.#options.files);
    const networks = this.#models.has(id) ? [] : plan.networks;
    const reads = new Map(networks.map((network) => [network, readOne(network)]));
    // A failure is reported when the network is opened; until then it is not an unhandled rejection.
    reads.forEach((read) => void read.catch(() => undefined));
    return (network) => reads.get(network) ?? readOne(network);
  }

  async #open({ id, models, plan, read }: Planned & { readonly read: Read }): Promise<LoadedModel> {
    const files = this.#take(id)?.files ?? (await openFiles(this.#options, plan, read));
    const name = models.map(({ entry }) => entry.name).join(', ');
    try {
      this.#models.set(id, { name, files, plan, network: files.createNetwork(plan.picture) });
    } catch (error) {
      await files.release();
      throw error;
    }
    return {
      modelId: id,
      ...plan.picture,
      // An ensemble keeps only the positions of figures.
      isRecurrent: !plan.usesCrops && models.some(({ entry }) => entry.state !== 'none'),
      filesSha256: plan.networks.map(({ variant }) => variant.sha256),
      device: files.device,
      reason: files.reason,
    };
  }

  /** Removes a model from the list. Its files stay open; its state is released. */
  #take(modelId: string): OpenModel | undefined {
    const model = this.#models.get(modelId);
    this.#models.delete(modelId);
    model?.network.reset();
    return model;
  }
}

const toId = ({ models }: LoadRequest): string => models.map(({ entry }) => entry.id).join('+');

/** Returns a key that is equal for plans with the same open files. */
const toFilesKey = ({ networks, usesCrops }: Plan): string =>
  [usesCrops, ...networks.map(({ variant }) => variant.sha256)].join('+');

async function openFiles(options: MattingOptions, { networks, usesCrops }: Plan, read: Read): Promise<OpenFiles> {
  const [only] = networks;
  if (usesCrops || !only) {
    const panel = await openPanel(networks, { ...options, read });
    return { ...panel, createNetwork: (picture) => createEnsemble(panel, picture) };
  }
  const { model, size } = only;
  const bytes = await read(only);
  const placed = await guard('MODEL_UNUSABLE', model.entry, () =>
    openSession(bytes, options.runtimeFiles, model.entry, size),
  );
  const { session, device, reason } = placed;
  return {
    device,
    reason,
    createNetwork: () => createNetwork(model.entry, size, session),
    release: () => session.release(),
  };
}

function requireDistinct(requests: readonly Planned[]): void {
  const ids = requests.map(({ id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) {
    throw new Failure('INTERNAL', { message: `The model "${twice}" was to be opened twice at once.` });
  }
}

function requireFit(given: Picture, model: OpenModel): void {
  if (!isFit(given, model)) {
    const { name, plan } = model;
    const { width, height } = plan.picture;
    throw new Failure('INTERNAL', {
      message: `The model "${name}" was to be given ${width}x${height} pixels, not ${given.width}x${given.height}.`,
    });
  }
}

const isFit = ({ width, height, rgb }: Picture, { plan: { picture } }: OpenModel): boolean =>
  width === picture.width && height === picture.height && rgb.length === 3 * width * height;
