import { chmod, cp, readdir, rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { build, type InlineConfig, type Plugin } from 'vite';
import { knownModels } from '#core/model/manifest.ts';
import { isShipped } from '#core/model/models.ts';
import { buildIfStale, distDir, projectDir } from '#bridge/cli/build.ts';
import { writeDeclarations } from './declarations.ts';

/**
 * Builds the npm package: the site, if it is stale, and the code in `lib`. With a folder, writes only the code, to that folder.
 * `npm pack` runs this first.
 */

/** The entries that run anywhere: in Node, in pages and in workers. */
const universal = {
  client: 'src/client/client.ts',
  msw: 'src/emulator/msw.ts',
  timeline: 'src/timeline/timeline.ts',
};

/** The entries that need Node. */
const forNode = { testing: 'src/emulator/testing.ts', offcut: 'src/bridge/bin.mjs' };

/** Packages that the user's `npm install` provides. All others are bundled, so that an installation is small and starts fast. */
const external = ['msw', 'playwright-core', 'vite', 'vitest', ...builtinModules, /^node:/];

/** The modules of commands that need the sources of the project. The package does not have these commands. */
const projectOnly = /\/(tools\/test-runner\/run-tests|src\/bridge\/server\/development-site)\.ts$/;

/** Writes the bundles of the npm package and their declarations to `outDir`. */
export async function buildPackage(outDir: string): Promise<void> {
  await rm(outDir, { recursive: true, force: true });
  await build(toConfig(outDir, universal, 'webworker'));
  await build(toConfig(outDir, forNode, 'node'));
  await writeDeclarations({ ...universal, testing: forNode.testing }, outDir, ['./client.js', 'msw']);
  await chmod(join(outDir, 'offcut.js'), 0o755);
  // The files that `offcut conformance` uploads.
  for (const name of ['short.mp4', 'empty.mp4']) {
    await cp(join(projectDir, 'test/fixtures/sample', name), join(outDir, 'fixtures', name));
  }
}

/** Throws if the site contains a model that was downloaded, because its license may not allow to publish it. */
export function requireShippedModels(files: readonly string[]): void {
  const shipped = new Set(knownModels.filter(isShipped).flatMap(({ variants }) => variants.map(({ file }) => file)));
  const others = files.filter((file) => file.endsWith('.onnx') && !shipped.has(file));
  if (others.length > 0) {
    throw new Error(
      `${others.join(', ')} must not be published. Move the downloaded models out of models/ and repeat.`,
    );
  }
}

function toConfig(
  outDir: string,
  entries: Readonly<Record<string, string>>,
  target: 'node' | 'webworker',
): InlineConfig {
  return {
    root: projectDir,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [withoutProjectCommands()],
    ssr: { target, noExternal: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: { ...entries },
        external,
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  };
}

/** A Vite plugin that replaces the modules of `projectOnly` by empty ones. */
function withoutProjectCommands(): Plugin {
  return {
    name: 'offcut-without-project-commands',
    enforce: 'pre',
    load: (id) => (projectOnly.test(id) ? 'export {};' : null),
  };
}

if (process.argv[1] === import.meta.filename) {
  const [outDir] = process.argv.slice(2);
  if (outDir === undefined) {
    await buildIfStale((line) => void process.stderr.write(`${line}\n`));
    requireShippedModels(await readdir(join(distDir, 'models')));
  }
  await buildPackage(outDir ?? join(projectDir, 'lib'));
}
