import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The minimum version of Node for the suite. */
const nodeVersion = '22.23.3';

const require = createRequire(import.meta.url);
const suite = require.resolve('@modelcontextprotocol/conformance/dist/index.js');

/** Returns a Node that can run the suite: this one, or one from the registry; undefined if there is neither. */
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
  /** The scenarios to run, as options of the suite. */
  readonly what: readonly string[];
  /** An empty folder, to which the suite may write. */
  readonly folder: string;
  /** Scenarios that must fail, because they do not apply. */
  readonly notApplicable?: readonly string[];
};

/** Runs scenarios of the suite. Returns its output, and whether all applicable scenarios passed. */
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
