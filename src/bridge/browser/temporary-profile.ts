import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'offcut-profile-';

/**
 * Creates a folder for the profile of a browser, with the id of this process in its name. Removes the folders of killed processes
 * first.
 */
export async function makeTemporaryProfile(): Promise<string> {
  await removeAbandoned();
  return mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
}

/** Removes a profile. Retries for a while, because processes of a closed browser may still write to the folder. */
export const removeProfile = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });

async function removeAbandoned(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(prefix))) {
    const folder = join(tmpdir(), name);
    if (!(await isInUse(folder, name))) {
      // The folder of another user cannot be removed.
      await removeProfile(folder).catch(() => undefined);
    }
  }
}

async function isInUse(folder: string, name: string): Promise<boolean> {
  const [, owner] = /^(\d+)-/.exec(name.slice(prefix.length)) ?? [];
  return (owner !== undefined && isAlive(Number(owner))) || hasLiveBrowser(folder);
}

/** Chromium's lock of a profile is a link to `host-process`. A lock of another machine or container counts as live. */
async function hasLiveBrowser(folder: string): Promise<boolean> {
  const lock = await readlink(join(folder, 'SingletonLock')).catch(() => undefined);
  const [, host, browser] = /^(.*)-(\d+)$/.exec(lock ?? '') ?? [];
  return browser !== undefined && (host !== hostname() || isAlive(Number(browser)));
}

function isAlive(processId: number): boolean {
  try {
    // Signal 0 only checks whether the process exists.
    return process.kill(processId, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
