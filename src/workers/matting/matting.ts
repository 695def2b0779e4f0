import { Failure, type FailureCode } from '#core/failure.ts';
import type { ModelEntry, RunnableModel } from '#core/models.ts';
import type { MattingRunner, ModelInput, Picture } from '#core/runners.ts';
import { openSession, type Placed } from '#workers/matting/device.ts';
import { loadModelFile, type ModelFiles } from '#workers/matting/model-file.ts';
import { createNetwork, type Network } from '#workers/matting/network.ts';
import { planClip, type Plan } from '#workers/matting/plan.ts';
import type { RuntimeFiles, Session } from '#workers/matting/session.ts';
import { createTwoLook } from '#workers/matting/two-look.ts';

/** What `load` answers here: also where the model runs and why there. */
export type LoadedModel = ModelInput & Pick<Placed, 'device' | 'reason'>;

/** A model file, open. */
type Opened = Placed & { readonly sha256: string };

/** An open model at work on one clip. */
type Clip = { readonly model: ModelEntry; readonly plan: Plan; readonly network: Network };

export type MattingOptions = {
  readonly files: ModelFiles;
  /** Null where onnxruntime finds its own files, as it does in Node. */
  readonly runtimeFiles: RuntimeFiles | null;
};

/** The matting runner. Calls are done one after the other, in the order in which they came. */
export function createMatting(
  options: MattingOptions,
): MattingRunner & { load(...request: Parameters<MattingRunner['load']>): Promise<LoadedModel> } {
  const inOrder = createQueue();
  let opened: Opened | null = null;
  let clip: Clip | null = null;
  const close = async (): Promise<void> => {
    const [lastClip, lastOpened] = [clip, opened];
    clip = null;
    opened = null;
    lastClip?.network.reset();
    await lastOpened?.session.release();
  };
  return {
    load: ({ model, quality, width, height }) =>
      inOrder(async () => {
        // A load that fails leaves no model behind that the caller did not ask for.
        clip?.network.reset();
        clip = null;
        const { entry } = model;
        const plan = planClip(entry, { width, height }, quality);
        if (opened?.sha256 !== plan.variant.sha256) {
          // The last model goes first, as two large ones may not fit into memory.
          await close();
          opened = await openModel(options, model, plan);
        }
        clip = { model: entry, plan, network: createClipNetwork(entry, plan, opened.session) };
        const { device, reason } = opened;
        const { sha256: fileSha256 } = plan.variant;
        return { ...plan.picture, isRecurrent: entry.state !== 'none', fileSha256, device, reason };
      }),
    matte: (picture) =>
      inOrder(async () => {
        const { model, plan, network } = requireClip(clip);
        requireFit(picture, plan, model);
        try {
          return await guard('INTERNAL', model, () => network.matte(picture));
        } catch (error) {
          // A session that failed, for one because the GPU was lost, is not trusted again.
          await close().catch(() => {});
          throw error;
        }
      }),
    ...createPast(inOrder, () => requireClip(clip)),
  };
}

/** What there is to do with the frames before. */
function createPast(
  inOrder: ReturnType<typeof createQueue>,
  getClip: () => Clip,
): Pick<MattingRunner, 'reset' | 'save' | 'restore'> {
  return {
    reset: () => inOrder(async () => getClip().network.reset()),
    save: () =>
      inOrder(() => {
        const { model, network } = getClip();
        return guard('INTERNAL', model, () => network.save());
      }),
    restore: (memory) => inOrder(async () => getClip().network.restore(memory)),
  };
}

async function openModel({ files, runtimeFiles }: MattingOptions, model: RunnableModel, plan: Plan): Promise<Opened> {
  const { entry } = model;
  const bytes = await loadModelFile(model, plan.variant, files);
  const placed = await guard('MODEL_UNUSABLE', entry, () => openSession(bytes, runtimeFiles, entry, plan.network));
  return { ...placed, sha256: plan.variant.sha256 };
}

function createClipNetwork(model: ModelEntry, plan: Plan, session: Session): Network {
  const see = (): Network => createNetwork(model, plan.network, session);
  return plan.isTwoLook ? createTwoLook(see(), see(), plan.network) : see();
}

/** What onnxruntime throws says nothing of the model: a string or a number, at times. */
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

function requireClip(clip: Clip | null): Clip {
  if (!clip) {
    throw new Failure('INTERNAL', { message: 'No model is loaded.' });
  }
  return clip;
}

function requireFit({ width, height, rgb }: Picture, { picture }: Plan, model: ModelEntry): void {
  if (width !== picture.width || height !== picture.height || rgb.length !== 3 * width * height) {
    throw new Failure('INTERNAL', {
      message: `The model "${model.name}" was to be given ${picture.width}x${picture.height} pixels, not ${width}x${height}.`,
    });
  }
}

/** Runs what it is given one at a time; a failure is its caller's and does not hold up the next. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}
