import { installedModels } from '#core/model/models.ts';
import { installedModelsPath, type Shell } from './shell.ts';

/** Returns the names of the files in the `models/` folder of this deployment. */
export async function readDeployedFiles(shell: Shell, base: URL): Promise<string[]> {
  const response = await shell.fetchFresh(new URL(installedModelsPath, base));
  return installedModels.parse(await response.json()).files;
}
