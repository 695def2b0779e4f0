import type { MatteEntry } from '#core/model/models.ts';
import type { Picture } from '#core/lib/picture.ts';
import type { Size } from '#core/lib/size.ts';
import { guard } from '#workers/matting/guard.ts';
import { createNetwork, type Network } from '#workers/matting/network.ts';
import { MatteMean } from '#workers/matting/tensor-bytes.ts';
import type { Session } from '#workers/matting/session.ts';

/** The file of a network, and its weight in the mean. */
export type NetworkFile = {
  readonly entry: MatteEntry;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly weight: number;
};

/** Networks of one input size, which receive the same small image. */
export type NetworkGroup = { readonly size: Size; readonly files: readonly NetworkFile[] };

/** Networks that compute mattes of crops, in this thread or in another one. */
export interface InferenceWorker {
  /** Opens groups of networks, once. Throws MODEL_UNUSABLE. */
  open(groups: readonly NetworkGroup[]): Promise<void>;
  /** Returns the mean matte of `picture`, in bytes, of a group's networks, by the group's index. It has the size of their input. */
  infer(group: number, picture: Picture): Promise<Uint8Array<ArrayBuffer>>;
}

type OpenGroup = {
  readonly mean: MatteMean;
  readonly networks: readonly { readonly network: Network; readonly weight: number }[];
};

/** Creates an inference worker in this thread. Calls run one after the other, in the order of arrival. */
export function createInferenceWorker(
  openSession: (file: NetworkFile, size: Size) => Promise<Session>,
): InferenceWorker {
  let groups: readonly OpenGroup[] = [];
  let last: Promise<unknown> = Promise.resolve();
  return {
    open: async (wanted) => {
      const opened: OpenGroup[] = [];
      for (const { size, files } of wanted) {
        const networks: OpenGroup['networks'][number][] = [];
        for (const file of files) {
          const { entry, weight } = file;
          const network = await guard('MODEL_UNUSABLE', entry, async () =>
            createNetwork(entry, size, await openSession(file, size)),
          );
          networks.push({ network, weight });
        }
        opened.push({ mean: new MatteMean(size), networks });
      }
      groups = opened;
    },
    infer: (group, picture) => {
      const result = last.then(() => inferWith(groups[group], picture));
      last = result.catch(() => undefined);
      return result;
    },
  };
}

async function inferWith(group: OpenGroup | undefined, picture: Picture): Promise<Uint8Array<ArrayBuffer>> {
  if (!group) {
    throw new RangeError('no such group of networks');
  }
  const { mean, networks } = group;
  const total = networks.reduce((all, { weight }) => all + weight, 0);
  mean.clear();
  for (const { network, weight } of networks) {
    mean.add((await network.matte(picture)).alpha, weight / total);
  }
  return mean.toBytes();
}
