import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
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
 * Installs a tarball with npm into an empty project in `folder`, and links packages of this project into it: the path in
 * `node_modules` by the name under which the project finds it. Throws if npm's cache lacks a dependency and the registry is
 * unreachable.
 */
export async function installTarball(
  tarball: string,
  folder: string,
  links: Readonly<Record<string, string>> = {},
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(await makeLockFile()));
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], { cwd: folder });
  for (const [name, path] of Object.entries(links)) {
    await mkdir(dirname(join(folder, 'node_modules', name)), { recursive: true });
    await symlink(join(projectDir, 'node_modules', path), join(folder, 'node_modules', name), 'junction');
  }
}

/** Creates a lock file with the dependencies that `npm ci` has put into npm's cache, so that npm does not look for others. */
async function makeLockFile(): Promise<unknown> {
  const { packages } = lockFile.parse(await readJson('package-lock.json'));
  const name = 'node_modules/playwright-core';
  return {
    name: 'consumer',
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name: 'consumer' }, [name]: packages[name] },
  };
}
