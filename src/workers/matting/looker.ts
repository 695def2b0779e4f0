import type { MatteEntry } from '#core/models.ts';
import type { Picture } from '#core/runners.ts';
import type { Size } from '#core/size.ts';
import { guard } from '#workers/matting/guard.ts';
import type { Look } from '#workers/matting/looks.ts';
import { createNetwork, type Network } from '#workers/matting/network.ts';
import { resample } from '#workers/matting/resample.ts';
import type { Session } from '#workers/matting/session.ts';

/** A network to be opened, from the bytes of its file. */
export type NetworkFile = {
  readonly entry: MatteEntry;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly weight: number;
};

/** Networks of one input size, which share the small picture of each look. */
export type NetworkGroup = { readonly size: Size; readonly files: readonly NetworkFile[] };

/** Networks that look at parts of pictures; here, or in another thread. */
export interface Looker {
  /** Opens groups of networks, once. Throws MODEL_UNUSABLE. */
  open(groups: readonly NetworkGroup[]): Promise<void>;
  /**
   * The mean matte of a part of `picture` by the networks of a group, by the group's index: bytes, as large as their input, and
   * never mirrored.
   */
  look(group: number, picture: Picture, look: Look): Promise<Uint8Array<ArrayBuffer>>;
}

type OpenGroup = {
  readonly size: Size;
  readonly networks: readonly { readonly network: Network; readonly weight: number }[];
};

/** Creates a looker in this thread. Looks are done one after the other, in the order of arrival. */
export function createLooker(openSession: (file: NetworkFile, size: Size) => Promise<Session>): Looker {
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
        opened.push({ size, networks });
      }
      groups = opened;
    },
    look: (group, picture, look) => {
      const result = last.then(() => lookThrough(groups[group], picture, look));
      last = result.catch(() => undefined);
      return result;
    },
  };
}

async function lookThrough(
  group: OpenGroup | undefined,
  { width, height, rgb }: Picture,
  { box, isMirrored }: Look,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!group) {
    throw new RangeError('no such group of networks');
  }
  const { size, networks } = group;
  const seen = new Uint8Array(3 * size.width * size.height);
  resample({ width, height, data: rgb }, box, { ...size, data: seen }, 3);
  const shown = { ...size, rgb: isMirrored ? mirror(seen, size, 3) : seen };
  const sum = new Float32Array(size.width * size.height).fill(0.5);
  const total = networks.reduce((all, { weight }) => all + weight, 0);
  for (const { network, weight } of networks) {
    const { alpha } = await network.matte(shown);
    const share = weight / total;
    for (let at = 0; at < sum.length; at += 1) {
      sum[at] = (sum[at] ?? 0) + share * (alpha[at] ?? 0);
    }
  }
  const mean = Uint8Array.from(sum);
  return isMirrored ? mirror(mean, size, 1) : mean;
}

/** A copy with each row the other way around. */
function mirror(data: Uint8Array, { width, height }: Size, channels: number): Uint8Array<ArrayBuffer> {
  const mirrored = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * channels;
      const to = (y * width + width - 1 - x) * channels;
      for (let channel = 0; channel < channels; channel += 1) {
        mirrored[to + channel] = data[from + channel] ?? 0;
      }
    }
  }
  return mirrored;
}
