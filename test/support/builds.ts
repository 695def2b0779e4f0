import { resolve } from 'node:path';
import { build } from 'vite';
import { siteConfig } from '../../src/build/site.ts';
import { swapModules, type Swap } from './swap-modules.ts';

const root = resolve(import.meta.dirname, '../..');

/** Replaces the real matting runner with one of this folder. */
const mattingBy = (worker: string): Swap => ({
  module: 'src/workers/matting/matting.worker.ts',
  by: `test/support/${worker}`,
});

const review: readonly Swap[] = [
  { module: 'src/recipes/list.ts', by: 'test/support/review-recipe/list.ts' },
  { module: 'src/recipes/runs.ts', by: 'test/support/review-recipe/runs.ts' },
];

/** The modules that replace modules of the product in the builds for tests. */
const builds = {
  /** The product as it ships. */
  product: [],
  /** A matting runner that takes three seconds for a frame. */
  slow: [mattingBy('slow-matting.worker.ts')],
  /** A matting runner that returns the whole image as the subject. */
  'whole-picture': [mattingBy('whole-picture.worker.ts')],
  /** A later version of the product, with another schema of the database. */
  'next-schema': [{ module: 'src/store/migrations.ts', by: 'test/support/next-schema.ts' }],
  /** The product with one more recipe, `cut-beginning`, whose run takes no time. */
  review,
  /** The same, with an additional MCP server for the public conformance suite. */
  mcp: [...review, { module: 'src/api/mcp/mounts.ts', by: 'test/support/mcp-fixtures/mounts.ts' }],
} as const satisfies Record<string, readonly Swap[]>;

export type BuildName = keyof typeof builds;

export const isBuildName = (name: string): name is BuildName => Object.hasOwn(builds, name);

/** Creates one of the builds for tests in `outDir`. */
export const buildNamed = (name: BuildName, outDir: string): Promise<void> => buildTo(outDir, builds[name]);

/** Builds the product with a matting runner of this folder instead of the real one. */
export const buildWith = (worker: string, outDir: string): Promise<void> => buildTo(outDir, [mattingBy(worker)]);

async function buildTo(outDir: string, swaps: readonly Swap[]): Promise<void> {
  const { plugin, requireUsed } = swapModules(swaps);
  const config = siteConfig([plugin]);
  const output = { ...config.build, outDir, emptyOutDir: true };
  await build({ ...config, root, configFile: false, logLevel: 'error', build: output });
  requireUsed();
}
