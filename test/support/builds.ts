import { resolve } from 'node:path';
import { build } from 'vite';
import { siteConfig } from '../../src/build/site.ts';
import { swapModules, type Swap } from './swap-modules.ts';

const root = resolve(import.meta.dirname, '../..');

/** The matting runner of this folder in the place of the real one. */
const mattingBy = (worker: string): Swap => ({
  module: 'src/workers/matting/matting.worker.ts',
  by: `test/support/${worker}`,
});

const review: readonly Swap[] = [
  { module: 'src/recipes/list.ts', by: 'test/support/review-recipe/list.ts' },
  { module: 'src/recipes/runs.ts', by: 'test/support/review-recipe/runs.ts' },
];

/** What the tests' builds have in the place of modules of the product. */
const builds = {
  /** The product as it ships. */
  product: [],
  /** A matting runner that takes three seconds for a frame. */
  slow: [mattingBy('slow-matting.worker.ts')],
  /** A matting runner that takes the whole picture for the subject. */
  'whole-picture': [mattingBy('whole-picture.worker.ts')],
  /** A later version of the product, with another schema of the database. */
  'next-schema': [{ module: 'src/store/migrations.ts', by: 'test/support/next-schema.ts' }],
  /** The product with one more recipe, `cut-beginning`, whose run takes no time. */
  review,
  /** The same, with an MCP server beside the product's for the public conformance suite. */
  mcp: [...review, { module: 'src/api/mcp/mounts.ts', by: 'test/support/mcp-fixtures/mounts.ts' }],
} as const satisfies Record<string, readonly Swap[]>;

export type BuildName = keyof typeof builds;

export const isBuildName = (name: string): name is BuildName => Object.hasOwn(builds, name);

/** Builds one of the tests' builds into `outDir`. */
export const buildNamed = (name: BuildName, outDir: string): Promise<void> => buildTo(outDir, builds[name]);

/** Builds the product with a matting runner of this folder in the place of the real one. */
export const buildWith = (worker: string, outDir: string): Promise<void> => buildTo(outDir, [mattingBy(worker)]);

async function buildTo(outDir: string, swaps: readonly Swap[]): Promise<void> {
  const { plugin, requireUsed } = swapModules(swaps);
  const config = siteConfig([plugin]);
  const output = { ...config.build, outDir, emptyOutDir: true };
  await build({ ...config, root, configFile: false, logLevel: 'error', build: output });
  requireUsed();
}
