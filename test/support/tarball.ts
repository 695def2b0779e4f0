import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { projectDir } from '#bridge/cli/build.ts';

const run = promisify(execFile);

const manifest = z.object({ version: z.string(), files: z.array(z.string()) });
const lockFile = z.object({ packages: z.record(z.string(), z.record(z.string(), z.unknown())) });

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(join(projectDir, file), 'utf8'));

/** Builds the npm package with the site in `distDir` and packs it. Returns the path of the tarball, which is in `folder`. */
export async function packTarball(folder: string, distDir?: string): Promise<string> {
  const stage = join(folder, 'stage');
  const { version, files } = manifest.parse(await readJson('package.json'));
  for (const file of ['package.json', 'README.md', 'LICENSE', ...files]) {
    if (file === 'dist' && distDir !== undefined) {
      await cp(distDir, join(stage, file), { recursive: true });
    } else if (file !== 'dist' && file !== 'lib') {
      await cp(join(projectDir, file), join(stage, file));
    }
  }
  // Vitest sets NODE_ENV to "test", and Vite would then build another variant than the published one.
  const env = { ...process.env, NODE_ENV: 'production' };
  const program = join(projectDir, 'src', 'build', 'package.ts');
  await run(process.execPath, ['--import', 'tsx', program, join(stage, 'lib')], { cwd: projectDir, env });
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder, stage], { cwd: folder });
  return join(folder, `offcut-${version}.tgz`);
}

/**
 * Returns whether npm can install the dependencies of the package: from its cache, which `npm ci` fills, or from the registry. Says
 * so if it cannot.
 */
export async function canInstall(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'offcut-install-'));
  const isDone = await prepare(folder)
    .then(() => install(folder, dependency))
    .then(
      () => true,
      () => false,
    );
  if (!isDone) {
    console.warn('Tests of the npm package are skipped, because npm can reach neither its cache nor the registry.');
  }
  await rm(folder, { recursive: true, force: true });
  return isDone;
}

/**
 * Installs a tarball with npm into an empty project in `folder`, and links packages of this project into it: the path in
 * `node_modules` by the name under which the project finds it.
 */
export async function installTarball(
  tarball: string,
  folder: string,
  links: Readonly<Record<string, string>> = {},
): Promise<void> {
  await prepare(folder);
  await install(folder, tarball);
  for (const [name, path] of Object.entries(links)) {
    await mkdir(dirname(join(folder, 'node_modules', name)), { recursive: true });
    await symlink(join(projectDir, 'node_modules', path), join(folder, 'node_modules', name), 'junction');
  }
}

/** The only package that is installed with this one. */
const dependency = 'playwright-core';

async function install(folder: string, spec: string): Promise<void> {
  const args = ['install', '--no-audit', '--no-fund', spec];
  await run('npm', [...args, '--offline'], { cwd: folder }).catch(() =>
    run('npm', [...args, '--fetch-retries=0'], { cwd: folder }),
  );
}

/** Creates an empty project, whose lock file has the dependency that is in npm's cache, so that npm does not look for another one. */
async function prepare(folder: string): Promise<void> {
  const { packages } = lockFile.parse(await readJson('package-lock.json'));
  const path = `node_modules/${dependency}`;
  const lock = { name: 'consumer', lockfileVersion: 3, packages: { '': { name: 'consumer' }, [path]: packages[path] } };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
}
