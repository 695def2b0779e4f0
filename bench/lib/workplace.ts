import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildIfStale, distDir, projectDir } from '#bridge/cli/build.ts';
import { startProduct, type Product } from '#test/support/product.ts';

/** The folder of the project's sample clips. */
export const samplesDir = join(projectDir, 'public/sample');

/** The folder of the docs. */
export const docsDir = join(projectDir, 'docs');

/** Creates a temporary folder, and removes it after the work. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'offcut-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the folder of the named build, or of the site in `dist`, which is built if it is missing or out of date. */
export async function findBuild(named: string | undefined): Promise<string> {
  if (named !== undefined) {
    return resolve(named);
  }
  await buildIfStale(console.log);
  return distDir;
}

type Options = {
  readonly dist: string | undefined;
  readonly models?: string | undefined;
  readonly flags?: string[];
};

/** Starts the product in a separate browser with enough credits for all runs, and closes it after the work. */
export async function withProduct<T>(
  { dist, models, flags = [] }: Options,
  work: (product: Product) => Promise<T>,
): Promise<T> {
  const modelsDirs = models === undefined ? [] : [resolve(models)];
  const product = await startProduct({ distDir: await findBuild(dist), modelsDirs, flags });
  try {
    await product.api('PUT', '/sandbox/v1/credits', { credits: 1_000_000 });
    return await work(product);
  } finally {
    await product.close();
  }
}
