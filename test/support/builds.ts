import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { siteConfig } from '../../src/build/site.ts';

const root = resolve(import.meta.dirname, '../..');

/** One folder for a run of the tests; its processes inherit the name from the one that builds. */
const buildsDir = (process.env['OFFCUT_TEST_BUILDS'] ??= join(tmpdir(), `offcut-builds-${process.pid}`));
/** The product as it ships. */
export const productDir = join(buildsDir, 'product');
/** The product with a matting runner that takes three seconds for a frame. */
export const slowProductDir = join(buildsDir, 'slow');
/** The product with a matting runner that takes the whole picture for the subject. */
export const wholePictureProductDir = join(buildsDir, 'whole-picture');

/** Builds them all before the browser tests. */
export async function setup(): Promise<void> {
  // Vitest says "test" here, and Vite would then build what is not what ships.
  const { NODE_ENV } = process.env;
  process.env['NODE_ENV'] = 'production';
  await buildTo(productDir, []);
  await buildWith('slow-matting.worker.ts', slowProductDir);
  await buildWith('whole-picture.worker.ts', wholePictureProductDir);
  process.env['NODE_ENV'] = NODE_ENV;
}

/** Builds the product with a matting runner of this folder in the place of the real one. */
export const buildWith = (worker: string, outDir: string): Promise<void> => buildTo(outDir, [replaceMatting(worker)]);

export const teardown = (): Promise<void> => rm(buildsDir, { recursive: true, force: true });

async function buildTo(outDir: string, plugins: Plugin[]): Promise<void> {
  const config = siteConfig(plugins);
  const output = { ...config.build, outDir, emptyOutDir: true };
  await build({ ...config, root, configFile: false, logLevel: 'warn', build: output });
}

/** The one line of the product that starts the runner starts another one. */
function replaceMatting(worker: string): Plugin {
  const real = '../workers/matting/matting.worker.ts';
  return {
    name: 'replace-matting',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('src/engine/pool.ts')) {
        return null;
      }
      if (!code.includes(real)) {
        throw new Error('src/engine/pool.ts starts its matting worker in another way now');
      }
      return code.replace(real, `../../test/support/${worker}`);
    },
  };
}
