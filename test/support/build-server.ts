import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isBuildName, type BuildName } from './builds.ts';

/**
 * Environment variables of the test processes: the address of the build server, and a folder that is removed at the
 * end.
 */
const [addressName, folderName] = ['OFFCUT_TEST_BUILDS', 'OFFCUT_TEST_FOLDER'] as const;

/** Returns the folder of a build, which is created when the first test file requests it. Throws if the build fails. */
export async function getBuild(name: BuildName): Promise<string> {
  const response = await fetch(new URL(name, read(addressName)));
  const text = await response.text();
  if (!response.ok) {
    throw new Error(text);
  }
  return text;
}

/** Returns a folder for files that outlive a test file; it is removed after the last one. */
export const getTestFolder = (): string => read(folderName);

function read(name: typeof addressName | typeof folderName): string {
  const value = process.env[name];
  if (value === undefined) {
    throw new Error('The build server is not running: only tests of the project "browser" can use it');
  }
  return value;
}

/** Sets up all browser tests for Vitest: creates each build at most once. Returns the teardown function. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'offcut-tests-'));
  const builds = new Map<string, Promise<string>>();
  const children = new Set<ChildProcess>();
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    const build = builds.get(name) ?? buildInChild(name, join(folder, name), children);
    builds.set(name, build);
    build.then(
      (outDir) => response.end(outDir),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env[folderName] = folder;
  process.env[addressName] = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return async () => {
    children.forEach((child) => child.kill());
    await endBrowsers(folder);
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
}

/**
 * Ends each Firefox whose profile is in `folder`: unlike Chromium, it continues after the process that started it has
 * ended. A link `lock` in its profile contains its process id, as `address:+process`.
 */
async function endBrowsers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const lock = await readlink(join(folder, name, 'lock')).catch(() => '');
    const [, id] = /:\+(\d+)$/.exec(lock) ?? [];
    if (id !== undefined) {
      kill(Number(id));
    }
  }
}

function kill(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It has already ended; its link remains.
  }
}

/**
 * Builds in a separate process, because Vitest sets NODE_ENV to "test", and Vite then builds another variant than the
 * shipped one.
 */
async function buildInChild(name: string, outDir: string, children: Set<ChildProcess>): Promise<string> {
  if (!isBuildName(name)) {
    throw new Error(`Unknown build "${name}"`);
  }
  const program = join(import.meta.dirname, 'make-build.ts');
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(process.execPath, ['--import', 'tsx', program, name, outDir], { env, stdio: 'inherit' });
  children.add(child);
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  children.delete(child);
  if (code !== 0) {
    throw new Error(`The build "${name}" failed (${signal ?? `exit code ${code}`}); see its output above`);
  }
  return outDir;
}
