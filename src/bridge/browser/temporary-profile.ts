import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'offcut-profile-';

/**
 * A new folder for the profile of a browser, which carries the id of this process in its name. The folders of processes that
 * were killed are removed first.
 */
export async function makeTemporaryProfile(): Promise<string> {
  await removeAbandoned();
  return mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
}

/** Processes of a browser that has ended may still be writing for a moment. */
export const removeProfile = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });

async function removeAbandoned(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(prefix))) {
    const folder = join(tmpdir(), name);
    if (!(await isInUse(folder, name))) {
      // Another user's cannot be removed.
      await removeProfile(folder).catch(() => undefined);
    }
  }
}

async function isInUse(folder: string, name: string): Promise<boolean> {
  const [, owner] = /^(\d+)-/.exec(name.slice(prefix.length)) ?? [];
  return (owner !== undefined && isAlive(Number(owner))) || hasLiveBrowser(folder);
}

/** Chromium's lock of a profile is a link to `host-process`. One of another machine, or container, counts as live. */
async function hasLiveBrowser(folder: string): Promise<boolean> {
  const lock = await readlink(join(folder, 'SingletonLock')).catch(() => undefined);
  const [, host, browser] = /^(.*)-(\d+)$/.exec(lock ?? '') ?? [];
  return browser !== undefined && (host !== hostname() || isAlive(Number(browser)));
}

function isAlive(processId: number): boolean {
  try {
    // Signal 0 only asks whether it could be sent.
    return process.kill(processId, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
