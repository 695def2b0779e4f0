import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { knownMattes } from '#core/model/manifest.ts';
import { toDeployed, type RunnableModel } from '#core/model/models.ts';
import { listPanel } from '../lib/models.ts';
import { createMatting } from '#workers/matting/matting.ts';
import { projectDir } from '#bridge/cli/build.ts';
import { sharedFolder } from '#test/support/native.ts';

/** Creates the matting runner in Node, with the models of the project and of the shared folder. */
export const createNodeMatting = (): ReturnType<typeof createMatting> =>
  createMatting({
    files: {
      fetchDeployed: async (file) => new Uint8Array(readFileSync(findWeights(file))),
      readKept: () => Promise.reject(new Error('nothing is kept here')),
    },
    runtimeFiles: null,
  });

/** Finds models of the manifest, or of the shared folder, by their ids, joined by `+`. Throws if one is missing. */
export const getModels = (ids: string): RunnableModel[] =>
  ids.split('+').map((id) => {
    const model = [...knownMattes, ...listPanel().map(({ entry }) => entry)].find((one) => one.id === id);
    if (!model) {
      throw new Error(`no ${id} in the manifest`);
    }
    return toDeployed(model);
  });

/** Finds a weights file by name, or by its size among the shared models, which may have other names. */
function findWeights(file: string): string {
  const own = join(projectDir, 'models', file);
  const folder = `${sharedFolder}/models`;
  const bytes = knownMattes.flatMap((model) => model.variants).find((variant) => variant.file === file)?.bytes;
  const names = readdirSync(folder);
  const other =
    names.find((name) => name === file) ?? names.find((name) => statSync(join(folder, name)).size === bytes);
  return existsSync(own) || !other ? own : join(folder, other);
}
