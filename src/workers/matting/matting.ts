import { Failure, type FailureCode } from '#core/failure.ts';
import type { ModelEntry } from '#core/models.ts';
import type { LoadRequest, MattingRunner, ModelInput, Picture } from '#core/runners.ts';
import { openSession, type Placed } from '#workers/matting/device.ts';
import { loadModelFile, type ModelFiles } from '#workers/matting/model-file.ts';
import { createNetwork, type Network } from '#workers/matting/network.ts';
import { planClip, type Plan } from '#workers/matting/plan.ts';
import type { RuntimeFiles, Session } from '#workers/matting/session.ts';
import { createTwoLook } from '#workers/matting/two-look.ts';

/** The answer of `load`, which here also names the device and the reason for it. */
type LoadedModel = ModelInput & Pick<Placed, 'device' | 'reason'>;

export type MattingOptions = {
  readonly files: ModelFiles;
  /** Null where onnxruntime finds its own files, as it does in Node. */
  readonly runtimeFiles: RuntimeFiles | null;
};

/** The matting runner, whose `load` also names devices. */
export type Matting = MattingRunner & { load(requests: readonly LoadRequest[]): Promise<LoadedModel[]> };

/** Creates a matting runner in this thread. Calls are done one after the other, in the order of arrival. */
export function createMatting(options: MattingOptions): Matting {
  const inOrder = createQueue();
  const models = new OpenModels(options);
  /** Runs `work` on an open model. What onnxruntime throws becomes a Failure. */
  const withModel = <T>(modelId: string, work: (model: OpenModel) => T | Promise<T>): Promise<T> =>
    inOrder(async () => {
      const model = models.get(modelId);
      return guard('INTERNAL', model.entry, async () => work(model));
    });
  return {
    load: (requests) => inOrder(() => models.load(requests)),
    matte: (modelId, picture) =>
      withModel(modelId, async (model) => {
        requireFit(picture, model);
        try {
          return await model.network.matte(picture);
        } catch (error) {
          // A session that failed, for one because the GPU was lost, is not trusted again.
          await models.close(modelId).catch(() => {});
          throw error;
        }
      }),
    reset: (modelId) => withModel(modelId, ({ network }) => network.reset()),
    save: (modelId) => withModel(modelId, ({ network }) => network.save()),
    restore: (modelId, state) => withModel(modelId, ({ network }) => network.restore(state)),
  };
}

/** A model that is open, and at work on one clip. */
type OpenModel = Placed & { readonly entry: ModelEntry; readonly plan: Plan; readonly network: Network };

type Planned = LoadRequest & { readonly plan: Plan };

/** The models that are open, by their ids. */
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

  /** See `MattingRunner.load`. */
  async load(requests: readonly LoadRequest[]): Promise<LoadedModel[]> {
    try {
      requireDistinct(requests);
      const planned = requests.map((one) => ({ ...one, plan: planClip(one.model.entry, one, one.quality) }));
      await this.#closeAllBut(planned);
      const inputs: LoadedModel[] = [];
      for (const one of planned) {
        inputs.push(await this.#open(one));
      }
      return inputs;
    } catch (error) {
      await this.#closeAllBut([]).catch(() => {});
      throw error;
    }
  }

  async close(modelId: string): Promise<void> {
    await this.#take(modelId)?.session.release();
  }

  /** Closes all models but these. Large models may not fit into memory together, so this comes before opening. */
  async #closeAllBut(kept: readonly Planned[]): Promise<void> {
    const isKept = ({ entry, plan }: OpenModel): boolean =>
      kept.some((one) => one.model.entry.id === entry.id && one.plan.variant.sha256 === plan.variant.sha256);
    const dropped = [...this.#models].filter(([, model]) => !isKept(model));
    await Promise.all(dropped.map(([modelId]) => this.close(modelId)));
  }

  async #open({ model, plan }: Planned): Promise<LoadedModel> {
    const { entry } = model;
    const { session, device, reason } = this.#take(entry.id) ?? (await openFile(this.#options, model, plan));
    try {
      const network = createClipNetwork(entry, plan, session);
      this.#models.set(entry.id, { session, device, reason, entry, plan, network });
    } catch (error) {
      await session.release();
      throw error;
    }
    const { sha256: fileSha256 } = plan.variant;
    return { modelId: entry.id, ...plan.picture, isRecurrent: entry.state !== 'none', fileSha256, device, reason };
  }

  /** Removes a model from the list. Its session stays open; its past is released. */
  #take(modelId: string): OpenModel | undefined {
    const model = this.#models.get(modelId);
    this.#models.delete(modelId);
    model?.network.reset();
    return model;
  }
}

async function openFile(
  { files, runtimeFiles }: MattingOptions,
  model: LoadRequest['model'],
  plan: Plan,
): Promise<Placed> {
  const { entry } = model;
  const bytes = await loadModelFile(model, plan.variant, files);
  return guard('MODEL_UNUSABLE', entry, () => openSession(bytes, runtimeFiles, entry, plan.network));
}

function createClipNetwork(model: ModelEntry, plan: Plan, session: Session): Network {
  const see = (): Network => createNetwork(model, plan.network, session);
  return plan.isTwoLook ? createTwoLook(see(), see(), plan.network) : see();
}

/** Turns what onnxruntime throws, at times a string or a number, into a Failure that names the model. */
async function guard<T>(code: FailureCode, model: ModelEntry, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof Failure) {
      throw cause;
    }
    const message = `The model "${model.name}" cannot be run: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new Failure(code, { message, cause });
  }
}

function requireDistinct(requests: readonly LoadRequest[]): void {
  const ids = requests.map(({ model }) => model.entry.id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) {
    throw new Failure('INTERNAL', { message: `The model "${twice}" was to be opened twice at once.` });
  }
}

function requireFit({ width, height, rgb }: Picture, { entry, plan: { picture } }: OpenModel): void {
  if (width !== picture.width || height !== picture.height || rgb.length !== 3 * width * height) {
    throw new Failure('INTERNAL', {
      message: `The model "${entry.name}" was to be given ${picture.width}x${picture.height} pixels, not ${width}x${height}.`,
    });
  }
}

/** A queue that runs one task at a time. A failed task does not stop the next. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}
