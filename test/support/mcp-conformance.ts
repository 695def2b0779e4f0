import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The suite needs it. */
const nodeVersion = '22.23.3';

const require = createRequire(import.meta.url);
const suite = require.resolve('@modelcontextprotocol/conformance/dist/index.js');

/** A Node that the suite runs on: this one, or one from the registry; undefined where there is neither. */
export async function findNode(): Promise<string | undefined> {
  if (Number(process.versions.node.split('.')[0]) >= 22) {
    return process.execPath;
  }
  const print = ['exec', '--yes', `--package=node@${nodeVersion}`, '--', 'node', '-p', 'process.execPath'];
  const found = await run('npm', print, { timeout: 60_000 }).catch(() => undefined);
  return found?.stdout.trim().split('\n').at(-1);
}

type Given = {
  readonly url: string;
  /** What is run, as the suite's own options. */
  readonly what: readonly string[];
  /** An empty folder, where the suite may write. */
  readonly folder: string;
  /** Scenarios that must fail, as they do not apply. */
  readonly notApplicable?: readonly string[];
};

/** Runs scenarios of the suite. Gives what it has written, and whether all passed that apply. */
export async function runConformance(
  node: string,
  { url, what, folder, notApplicable = [] }: Given,
): Promise<{ hasPassed: boolean; report: string }> {
  const baseline = join(folder, 'not-applicable.yml');
  await writeFile(baseline, `server: ${JSON.stringify(notApplicable)}\n`);
  const given = ['--url', url, '--expected-failures', baseline, '--timeout', '60000'];
  try {
    const args = [suite, 'server', ...given, ...what];
    const { stdout } = await run(node, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
    return { hasPassed: true, report: stdout };
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    return { hasPassed: false, report: `${stdout ?? ''}\n${stderr ?? String(error)}` };
  }
}
