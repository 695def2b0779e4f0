import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { modelManifest, type ModelFile } from '#core/model/models.ts';

/** The models of `models/manifest.json` that are installed in the build, or in other folders under any file name. */
export interface InstalledModels {
  /** Lists the installed files by their names in the manifest. */
  list(): Promise<string[]>;
  /** Returns the path of the file that has this name in the manifest; undefined if the file is not installed. */
  find(file: string): Promise<string | undefined>;
}

export function createInstalledModels(options: {
  manifestFile: string;
  distDir: string;
  extraDirs: readonly string[];
}): InstalledModels {
  const hashes = new Map<string, Promise<string>>();
  const locate = async (variant: ModelFile): Promise<string | undefined> => {
    const built = join(options.distDir, 'models', variant.file);
    if ((await getSize(built)) === variant.bytes) {
      return built;
    }
    for (const dir of options.extraDirs) {
      const found = await findBySum(dir, variant, hashes);
      if (found !== undefined) {
        return found;
      }
    }
    return undefined;
  };
  const readVariants = async (): Promise<ModelFile[]> => {
    const manifest = modelManifest.parse(JSON.parse(await readFile(options.manifestFile, 'utf8')));
    return manifest.models.flatMap((model) => model.variants);
  };
  return {
    list: async () => {
      const variants = await readVariants();
      const places = await Promise.all(variants.map(locate));
      return variants.filter((_, index) => places[index] !== undefined).map((variant) => variant.file);
    },
    find: async (file) => {
      const variant = (await readVariants()).find((one) => one.file === file);
      return variant && locate(variant);
    },
  };
}

/** Finds a file by its SHA-256. Reads only files of the right size, and each only once, because weights are large. */
async function findBySum(
  dir: string,
  variant: ModelFile,
  hashes: Map<string, Promise<string>>,
): Promise<string | undefined> {
  const names = await readdir(dir).catch(() => []);
  for (const name of names.filter((one) => one.endsWith('.onnx'))) {
    const file = join(dir, name);
    const found = await stat(file).catch(() => undefined);
    if (found?.isFile() && found.size === variant.bytes) {
      const key = `${file}:${found.size}:${found.mtimeMs}`;
      const hash = hashes.get(key) ?? hashFile(file);
      hashes.set(key, hash);
      if ((await hash) === variant.sha256) {
        return file;
      }
    }
  }
  return undefined;
}

async function getSize(file: string): Promise<number | undefined> {
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() ? found.size : undefined;
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
