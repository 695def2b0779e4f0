import { guard } from '#workers/matting/guard.ts';
import { openSession, type Placed } from '#workers/matting/device.ts';
import {
  createInferenceWorker,
  type InferenceWorker,
  type NetworkFile,
  type NetworkGroup,
} from '#workers/matting/inference-worker.ts';
import { countInferenceWorkers, type InferencePool } from '#workers/matting/inference-pool.ts';
import type { Panel } from '#workers/matting/consensus.ts';
import { looksBothWays, type PlannedNetwork } from '#workers/matting/plan.ts';
import { hasGpu, type RuntimeFiles, type Session } from '#workers/matting/session.ts';

/** What a panel is opened with. */
export type PanelOptions = {
  /** Null where onnxruntime finds its own files, as it does in Node. */
  readonly runtimeFiles: RuntimeFiles | null;
  /** Starts further threads; without it all is done in this one. */
  readonly startInferencePool?: () => InferencePool;
  /** Reads and checks the file of a network. */
  readonly read: (network: PlannedNetwork) => Promise<Uint8Array<ArrayBuffer>>;
};

/** A panel that is open, the device of its networks, and the reasons for it. */
export type OpenPanel = Panel & Pick<Placed, 'device' | 'reason'> & { release(): Promise<void> };

type PlacedFile = NetworkFile & Pick<PlannedNetwork, 'size'> & { readonly placed: Placed | null };

/**
 * Opens the networks of a consensus. Those that a GPU runs sooner are run there, from this thread; the others in further
 * threads, one for each core. Throws MODEL_UNREACHABLE and MODEL_UNUSABLE.
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
      groups: [...groupsHere, ...groupsThere].map(({ size, files: some }) => ({
        size,
        weight: some.reduce((sum, { weight }) => sum + weight, 0),
      })),
      networkCount: networks.length,
      isBothWays: looksBothWays(toLookMs(files)),
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

const onCores = 'A GPU does not run it sooner; every core looks by itself.';

/** What one look by all networks takes, one after the other on a GPU; null where any of them runs elsewhere. */
function toLookMs(files: readonly PlacedFile[]): number | null {
  const times = files.flatMap(({ placed }) => placed?.frameMs ?? []);
  return times.length === files.length ? times.reduce((sum, ms) => sum + ms, 0) : null;
}

/** Opens a network here if it belongs here: on a GPU that is sooner, or where there are no further threads. */
async function placeFile(network: PlannedNetwork, options: PanelOptions): Promise<PlacedFile> {
  const { runtimeFiles, startInferencePool, read } = options;
  const { entry } = network.model;
  const bytes = await read(network);
  const file = { entry, bytes, weight: entry.consensus?.weight ?? 1, size: network.size };
  if (startInferencePool && !(await hasGpu())) {
    return { ...file, placed: null };
  }
  // A GPU does one look after the other, and has to be sooner than threads that do one each.
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

function toGroups(files: readonly PlacedFile[]): NetworkGroup[] {
  const groups = new Map<string, NetworkGroup & { files: NetworkFile[] }>();
  for (const { size, entry, bytes, weight } of files) {
    const key = `${size.width}x${size.height}`;
    const group = groups.get(key) ?? { size, files: [] };
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
function join(here: InferenceWorker, countHere: number, there: InferenceWorker | null): Pick<InferenceWorker, 'look'> {
  return {
    look: (group, picture) =>
      there && group >= countHere ? there.look(group - countHere, picture) : here.look(group, picture),
  };
}
