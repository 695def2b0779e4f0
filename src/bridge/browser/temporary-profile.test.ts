import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeTemporaryProfile } from './temporary-profile.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offcut-temporary-'));
  vi.stubEnv('TMPDIR', folder);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

async function makeFolder(name: string, lock?: string): Promise<string> {
  await mkdir(join(folder, name));
  await writeFile(join(folder, name, 'Local State'), '{}');
  if (lock !== undefined) {
    await symlink(lock, join(folder, name, 'SingletonLock'));
  }
  return name;
}

/** Returns the id of a process that has ended. */
async function makeDeadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}

it.runIf(process.platform !== 'win32')(
  'removes profiles of killed servers, and no profile in use or of another program',
  async () => {
    const dead = await makeDeadProcess();
    await makeFolder(`offcut-profile-${dead}-aaaaaa`);
    await makeFolder(`offcut-profile-${dead}-bbbbbb`, `${hostname()}-${dead}`);
    await makeFolder('offcut-profile-cccccc');
    const kept = await Promise.all([
      makeFolder(`offcut-profile-${process.pid}-dddddd`),
      makeFolder(`offcut-profile-${dead}-eeeeee`, `${hostname()}-${process.pid}`),
      makeFolder(`offcut-profile-${dead}-ffffff`, `another-machine-${dead}`),
      makeFolder('another-folder'),
    ]);
    const made = await makeTemporaryProfile();
    expect((await readdir(folder)).toSorted()).toEqual([...kept, basename(made)].toSorted());
  },
);
