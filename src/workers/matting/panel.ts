import { guard } from '#workers/matting/guard.ts';
import { openSession, type Placed } from '#workers/matting/device.ts';
import {
  createInferenceWorker,
  type InferenceWorker,
  type NetworkFile,
  type NetworkGroup,
} from '#workers/matting/inference-worker.ts';
import { countInferenceWorkers, type InferencePool } from '#workers/matting/inference-pool.ts';
import type { Panel } from '#workers/matting/panel-crops.ts';
import { mirrorsCrops, type PlannedNetwork } from '#workers/matting/plan.ts';
import { hasGpu, type RuntimeFiles, type Session } from '#workers/matting/session.ts';

/** The options for opening a panel. */
export type PanelOptions = {
  /** Null if onnxruntime finds its own files, as in Node. */
  readonly runtimeFiles: RuntimeFiles | null;
  /** Starts the inference workers; without it this thread does the work. */
  readonly startInferencePool?: () => InferencePool;
  /** Reads and checks the file of a network. */
  readonly read: (network: PlannedNetwork) => Promise<Uint8Array<ArrayBuffer>>;
};

/** A panel that is open, the device of its networks, and the reasons for it. */
export type OpenPanel = Panel & Pick<Placed, 'device' | 'reason'> & { release(): Promise<void> };

type PlacedFile = NetworkFile & Pick<PlannedNetwork, 'size'> & { readonly placed: Placed | null };

/**
 * Opens the networks of an ensemble. Networks that are faster on a GPU run there, from this thread; the others run in inference
 * workers, one for each core. Throws MODEL_UNREACHABLE and MODEL_UNUSABLE.
 */
export async function openPanel(networks: readonly PlannedNetwork[], options: PanelOptions): Promise<OpenPanel> {
  const files: PlacedFile[] = [];
  const releaseHere = async (): Promise<void> => {
    await Promise.all(files.flatMap(({ placed }) => (placed ? [placed.session.release()] : [])));
  };
  let pool: InferencePool | null = null;
  try {
    for (const network of networks) {
      files.push(await placeFile(network, options));
    }
    const [here, there] = [files.filter(({ placed }) => placed), files.filter(({ placed }) => !placed)];
    const [groupsHere, groupsThere] = [toGroups(here), toGroups(there)];
    const sessions = new Map(here.flatMap(({ entry, placed }) => (placed ? [[entry.id, placed.session]] : [])));
    const inferenceWorker = createInferenceWorker(async ({ entry }) => getSession(sessions, entry.id));
    pool = groupsThere.length > 0 && options.startInferencePool ? options.startInferencePool() : null;
    await Promise.all([inferenceWorker.open(groupsHere), pool?.open(groupsThere)]);
    const opened = pool;
    return {
      inferenceWorker: join(inferenceWorker, groupsHere.length, opened),
      groups: [...groupsHere, ...groupsThere].map(({ size, files: some, interval }) => ({
        size,
        weight: some.reduce((sum, { weight }) => sum + weight, 0),
        interval,
      })),
      networkCount: networks.length,
      isBothWays: mirrorsCrops(toCropMs(files)),
      device: files.every(({ placed }) => placed?.device === 'gpu') ? 'gpu' : 'cpu',
      reason: [...new Set(files.map(({ placed }) => placed?.reason ?? onCores))].join(' '),
      release: async () => {
        opened?.terminate();
        await releaseHere();
      },
    };
  } catch (error) {
    pool?.terminate();
    await releaseHere().catch(() => undefined);
    throw error;
  }
}

const onCores = 'A GPU is not faster; each CPU core processes crops on its own.';

/** The time of one crop for all networks in sequence on a GPU; null if any of them runs elsewhere. */
function toCropMs(files: readonly PlacedFile[]): number | null {
  const times = files.flatMap(({ placed }) => placed?.frameMs ?? []);
  return times.length === files.length ? times.reduce((sum, ms) => sum + ms, 0) : null;
}

/** Opens a network in this thread if a GPU is faster, or if there are no inference workers. */
async function placeFile(network: PlannedNetwork, options: PanelOptions): Promise<PlacedFile> {
  const { runtimeFiles, startInferencePool, read } = options;
  const { entry } = network.model;
  const bytes = await read(network);
  const file = { entry, bytes, weight: entry.consensus?.weight ?? 1, size: network.size };
  if (startInferencePool && !(await hasGpu())) {
    return { ...file, placed: null };
  }
  // A GPU processes one crop after the other, and must be faster than workers that process one each.
  const atOnce = startInferencePool ? countInferenceWorkers() : 1;
  const placed = await guard('MODEL_UNUSABLE', entry, () =>
    openSession(bytes, runtimeFiles, entry, network.size, atOnce),
  );
  if (startInferencePool && placed.device === 'cpu') {
    await placed.session.release();
    return { ...file, placed: null };
  }
  return { ...file, placed };
}

/** Networks of a group have the same input and process the same crops. */
function toGroups(files: readonly PlacedFile[]): (NetworkGroup & { readonly interval: number })[] {
  const groups = new Map<string, NetworkGroup & { files: NetworkFile[]; interval: number }>();
  for (const { size, entry, bytes, weight } of files) {
    const { interval = 1 } = entry.consensus ?? {};
    const key = `${size.width}x${size.height}, ${interval}`;
    const group = groups.get(key) ?? { size, interval, files: [] };
    group.files.push({ entry, bytes, weight });
    groups.set(key, group);
  }
  return [...groups.values()];
}

function getSession(sessions: ReadonlyMap<string, Session>, id: string): Session {
  const session = sessions.get(id);
  if (!session) {
    throw new RangeError(`the model "${id}" has no session here`);
  }
  return session;
}

/** The groups of this thread come first. */
function join(here: InferenceWorker, countHere: number, there: InferenceWorker | null): Pick<InferenceWorker, 'infer'> {
  return {
    infer: (group, picture) =>
      there && group >= countHere ? there.infer(group - countHere, picture) : here.infer(group, picture),
  };
}
