import { installedModels, modelManifest, toInstalled, type ModelEntry } from '#core/models.ts';
import manifest from '../../models/manifest.json' with { type: 'json' };
import { installedModelsPath, type Shell } from './shell.ts';

const { models } = modelManifest.parse(manifest);

/** The models whose files this deployment has, best first. */
export async function readInstalledModels(shell: Shell, base: URL): Promise<ModelEntry[]> {
  const response = await shell.fetchFresh(new URL(installedModelsPath, base));
  return toInstalled(models, installedModels.parse(await response.json()).files);
}
