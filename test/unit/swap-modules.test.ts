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

test('an import is replaced however it names the module', () => {
  const code = "import { tighten } from './tighten/recipe.ts';\nimport { runs } from './runs.ts';";
  expect(transform(code, 'src/recipes/catalog.ts').code).toBe(
    "import { tighten } from '../../test/support/stand-in.ts';\nimport { runs } from './runs.ts';",
  );
  expect(transform('import("#recipes/tighten/recipe.ts")', 'src/engine/engine.ts').code).toBe(
    'import("../../test/support/stand-in.ts")',
  );
});

test("a worker's URL is replaced, also in a module with a query", () => {
  const worker = { module: 'src/workers/media/media.worker.ts', by: 'test/support/stand-in.worker.ts' };
  const code = "new Worker(new URL('../workers/media/media.worker.ts', import.meta.url), { type: 'module' })";
  expect(transform(code, 'src/engine/pool.ts?worker_file&type=module', [worker]).code).toContain(
    "new URL('../../test/support/stand-in.worker.ts', import.meta.url)",
  );
});

test('what stands in may import what it replaces', () => {
  expect(transform("import '../../src/recipes/tighten/recipe.ts';", 'test/support/stand-in.ts').code).toBeNull();
});

test('a module that nothing names is told', () => {
  const named = transform("import './tighten/recipe.ts';", 'src/recipes/catalog.ts');
  expect(named.requireUsed).not.toThrow();
  const missed = transform("import './runs.ts';", 'src/recipes/catalog.ts');
  expect(missed.requireUsed).toThrow('src/recipes/tighten/recipe.ts');
});
