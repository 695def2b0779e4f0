import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { swapModules } from '../support/swap-modules.ts';

const root = resolve(import.meta.dirname, '../..');
const swap = { module: 'src/recipes/tighten/recipe.ts', by: 'test/support/stand-in.ts' };

const transform = (code: string, importer: string, swaps = [swap]) => {
  const { plugin, requireUsed } = swapModules(swaps);
  const hook = plugin.transform as (code: string, id: string) => string | null;
  return { code: hook(code, join(root, importer)), requireUsed };
};

test('replaces an import however it names the module', () => {
  const code = "import { tighten } from './tighten/recipe.ts';\nimport { runs } from './runs.ts';";
  expect(transform(code, 'src/recipes/catalog.ts').code).toBe(
    "import { tighten } from '../../test/support/stand-in.ts';\nimport { runs } from './runs.ts';",
  );
  expect(transform('import("#recipes/tighten/recipe.ts")', 'src/engine/engine.ts').code).toBe(
    'import("../../test/support/stand-in.ts")',
  );
});

test("replaces a worker's URL, also in a module with a query", () => {
  const worker = { module: 'src/workers/media/media.worker.ts', by: 'test/support/stand-in.worker.ts' };
  const code = "new Worker(new URL('../workers/media/media.worker.ts', import.meta.url), { type: 'module' })";
  expect(transform(code, 'src/engine/pool.ts?worker_file&type=module', [worker]).code).toContain(
    "new URL('../../test/support/stand-in.worker.ts', import.meta.url)",
  );
});

test('lets a replacement import the original', () => {
  expect(transform("import '../../src/recipes/tighten/recipe.ts';", 'test/support/stand-in.ts').code).toBeNull();
});

test('reports a module that no code names', () => {
  const named = transform("import './tighten/recipe.ts';", 'src/recipes/catalog.ts');
  expect(named.requireUsed).not.toThrow();
  const missed = transform("import './runs.ts';", 'src/recipes/catalog.ts');
  expect(missed.requireUsed).toThrow('src/recipes/tighten/recipe.ts');
});
