import { Failure } from '#core/lib/failure.ts';
import type { Asset } from '#core/model/records.ts';
import { removeAssets, useTables } from '#store/asset-uses.ts';
import { dropMade } from '#store/sweep.ts';
import { listOpenJobs } from '../blockers.ts';
import type { Handlers } from '../handler.ts';
import { createMaterialFetcher, findMaterial } from '../material.ts';
import { invalid } from '../parse-request.ts';
import type { ApiContext } from '../ports.ts';
import { parseAddress } from '../remote-file.ts';
import { toMaterialView } from '../views.ts';

type Names = 'listMaterials' | 'fetchMaterial' | 'deleteMaterial' | 'setFolder';

export function createMaterialHandlers(context: ApiContext): Pick<Handlers, Names> {
  const fetcher = createMaterialFetcher(context);
  return {
    listMaterials: async ({ query }) => {
      const kinds: readonly Asset['kind'][] = query.include === 'results' ? ['material', 'result'] : ['material'];
      const assets = await context.store.list('assets');
      return assets
        .filter(({ kind }) => kinds.includes(kind))
        .toSorted((a, b) => b.createdAt - a.createdAt)
        .map((asset) => toMaterialView(context, asset));
    },
    fetchMaterial: async ({ body }) => {
      const address = parseAddress(body.url, context.base, (message) => invalid([{ path: 'url', message }]));
      const found = await findMaterial(context, { material: address.href, path: 'url' });
      return toMaterialView(context, found.kept ?? (await fetcher(found.address)));
    },
    deleteMaterial: async ({ params }) => {
      await deleteMaterial(context, params.material);
      context.bell.ring('assets');
      return { material: params.material, deleted: true };
    },
    setFolder: async ({ params, body }) => {
      const asset = await setFolder(context, params.material, body.folder);
      context.bell.ring('assets');
      return toMaterialView(context, asset);
    },
  };
}

const setFolder = ({ store }: ApiContext, id: string, name: string | null): Promise<Asset> =>
  store.transact(['assets'], async (transaction) => {
    const asset = await transaction.get('assets', id);
    if (asset?.kind !== 'material') {
      throw new Failure('MATERIAL_NOT_FOUND');
    }
    const { folder: _, ...others } = asset;
    const moved = name === null ? others : { ...others, folder: name };
    await transaction.put('assets', moved);
    return moved;
  });

/** Deletes the row first and the bytes afterwards. A material that a canvas uses is only removed from the list. */
async function deleteMaterial({ store }: ApiContext, id: string): Promise<void> {
  const held = await store.bytes.held();
  const files = await store.transact([...useTables, 'assets'], async (transaction) => {
    const asset = await transaction.get('assets', id);
    if (asset?.kind !== 'material') {
      throw new Failure('MATERIAL_NOT_FOUND');
    }
    const user = (await listOpenJobs(transaction)).find((job) => job.materialIds.includes(id));
    if (user) {
      throw new Failure('IN_FLIGHT', {
        message: `The run ${user.id} needs this material; wait for it to end, or cancel it.`,
      });
    }
    return removeAssets(transaction, [asset], held);
  });
  await dropMade(store, files);
}
