import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toStoredZip } from '#test/support/stored-zip.ts';
import { projectDir } from '../cli/build.ts';

const isLinux = process.platform === 'linux';
const isRoot = process.getuid?.() === 0;
/** The library is missing until the file that the script of the test names is there. */
const lacking = (file: string): string => `#!/bin/sh
if [ -e ${file} ]; then echo "Chromium 1.2.3"; exit 0; fi
echo "chrome: error while loading shared libraries: libnss3.so: cannot open shared object file" >&2
exit 127
`;
const working = '#!/bin/sh\necho "Chromium 1.2.3"\n';

let folder: string;
let host: Server;
let asked: string[];
/** What the stand-in for Playwright's host gives; 404 when undefined. */
let archive: Buffer | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offcut-install-'));
  await mkdir(join(folder, 'bin'));
  await symlink('/bin/sh', join(folder, 'bin', 'sh'));
  asked = [];
  archive = undefined;
  host = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(archive ? 200 : 404, { 'Content-Length': archive?.length ?? 0 }).end(archive);
  });
  await new Promise<void>((resolve) => {
    host.listen(0, '127.0.0.1', resolve);
  });
});

afterEach(async () => {
  host.close();
  host.closeAllConnections();
  await rm(folder, { recursive: true, force: true });
});

/** A command of the test's own folder, the only one where commands are looked for. */
const addCommand = (name: string, script: string): Promise<void> =>
  writeFile(join(folder, 'bin', name), script, { mode: 0o755 });

/** Notes what it is called with, and does `then` for an installation. */
const addApt = (then = ''): Promise<void> =>
  addCommand(
    'apt-get',
    `#!/bin/sh\necho "$@" >> ${join(folder, 'apt')}\nfor word in "$@"; do [ "$word" = install ] || continue\n:\n${then}\ndone\n`,
  );

const aptCalls = (): Promise<string> => readFile(join(folder, 'apt'), 'utf8').catch(() => '');

/** What `bootstrap.mjs` does once the packages are there. */
const script = `import { runCommand } from './src/bridge/cli/cli.ts';
const [name, ...args] = process.argv.slice(1);
process.exit(await runCommand(name, args));`;

/** A command of package.json on a machine with nothing but what the test put there. */
function runCommand(args: string[], env: Record<string, string> = {}): Promise<{ code: number; output: string }> {
  const address = host.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', script, '--', ...args],
      {
        cwd: projectDir,
        env: {
          PATH: join(folder, 'bin'),
          HOME: folder,
          PLAYWRIGHT_BROWSERS_PATH: join(folder, 'browsers'),
          PLAYWRIGHT_DOWNLOAD_HOST: `http://127.0.0.1:${port}`,
          ...env,
        },
      },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}

/** Vitest finds no test of this name, so that this is about what comes before it. */
const noTests = ['test', '--project', 'unit', '--passWithNoTests', 'no-test-has-this-name'];
const runTests = (...args: string[]) => runCommand([...noTests, ...args]);

const zipOf = (chrome: string): Buffer =>
  toStoredZip({
    'chrome-linux64/chrome': chrome,
    'chrome-linux/chrome': chrome,
    'ffmpeg-linux': working,
  });

describe.runIf(isLinux)('where no browser is found', { timeout: 300_000 }, () => {
  it("gets Playwright's from its host, says so, and goes on", async () => {
    archive = zipOf(working);
    const { code, output } = await runTests();
    expect(output).toContain('Downloading the Chromium of Playwright');
    expect(output).toContain('is installed');
    expect(output).toContain('No test files found');
    expect(code).toBe(0);
    expect(asked.some((path) => path.includes('chrom') && path.endsWith('.zip'))).toBe(true);
    // It is found the next time.
    asked.length = 0;
    expect((await runTests()).output).not.toContain('Downloading');
    expect(asked).toEqual([]);
  });

  it.runIf(isRoot)("takes Debian's as root where that one cannot be had", async () => {
    await addApt(`cp ${join(folder, 'chromium')} ${join(folder, 'bin', 'chromium')}`);
    await addCommand('cp', '#!/bin/sh\nexec /bin/cp "$@"\n');
    await writeFile(join(folder, 'chromium'), working, { mode: 0o755 });
    const { code, output } = await runTests();
    expect(output).toContain('could not be downloaded');
    expect(output).toContain('Installing chromium (apt-get install chromium) ...');
    expect(output).toContain('Installing ffmpeg');
    expect(output).toContain('Installing firefox-esr (apt-get install firefox-esr) ...');
    expect(output).toContain('Firefox is not installed: tests in it are skipped');
    expect(await aptCalls()).toMatch(/^update.*\ninstall .*chromium\n/);
    expect(code).toBe(0);
  });

  it('takes another browser where the first one cannot start, and installs nothing', async () => {
    await addCommand('chromium', '#!/bin/sh\nexit 1\n');
    await addCommand('google-chrome', working);
    const { code, output } = await runTests();
    expect(output).not.toContain('Downloading');
    expect(output).toContain('No test files found');
    expect(code).toBe(0);
    expect(asked).toEqual([]);
  });

  it('says in one sentence what would get one', async () => {
    const { code, output } = await runTests();
    expect(code).toBe(1);
    expect(output.trim().split('\n').at(-1)).toMatch(/^No Chromium was found: run "npx playwright-core install/);
    expect(output).not.toMatch(/^\s+at /m);
  });

  it.each([
    { name: 'npm test', args: ['test', '--no-install'] },
    { name: 'npm run demo', args: ['demo', '--no-install'] },
    { name: 'npm start', args: ['start', '--headless', '--no-install'] },
    { name: 'npm start, by the environment', args: ['start', '--headless'], env: { OFFCUT_NO_INSTALL: '1' } },
  ])('$name installs nothing when that is forbidden', async ({ args, env }) => {
    archive = zipOf(working);
    await addApt();
    const { code, output } = await runCommand(args, env);
    expect(code).toBe(1);
    expect(output.trim()).toMatch(/^No Chromium was found: run [^\n]*$/);
    expect([asked, await aptCalls()]).toEqual([[], '']);
  });
});

describe.runIf(isLinux)('tests in Firefox', { timeout: 300_000 }, () => {
  it('are skipped with a line where there is none', async () => {
    await addCommand('chromium', working);
    const { code, output } = await runTests('--no-install');
    expect(output).toContain(
      'Firefox is not installed: tests in it are skipped; "apt-get install firefox-esr" gets it',
    );
    expect(code).toBe(0);
  });

  it('are skipped with a line where it does not start', async () => {
    await addCommand('chromium', working);
    await addCommand('firefox', '#!/bin/sh\necho "Error: no libxul" >&2\nexit 1\n');
    const { code, output } = await runTests('--no-install');
    expect(output).toMatch(/Firefox at .* cannot be started \(no libxul\): tests in it are skipped/);
    expect(code).toBe(0);
  });

  it('need no Chromium where they alone are asked for, and say so where there is no Firefox', async () => {
    const asked = ['test', '--no-install', '--browser', 'firefox', '--passWithNoTests', 'no-test-has-this-name'];
    const without = await runCommand(asked);
    expect([without.code, without.output]).toEqual([1, expect.stringContaining('no Firefox to run the tests in')]);
    await addCommand('firefox', working);
    const { code, output } = await runCommand(asked);
    expect([code, output]).toEqual([0, expect.stringContaining('No test files found')]);
  });

  it('are not asked for by another name', async () => {
    const { code, output } = await runCommand(['test', '--browser', 'safari']);
    expect([code, output.trim()]).toEqual([1, 'Give --browser chromium or --browser firefox.']);
  });
});

describe.runIf(isLinux)('a browser that cannot start', { timeout: 300_000 }, () => {
  it.runIf(isRoot)('gets its libraries as root', async () => {
    const library = join(folder, 'library');
    archive = zipOf(lacking(library));
    await addApt(`: > ${library}`);
    const { code, output } = await runTests();
    expect(output).toContain('Installing the system libraries');
    expect(output).toContain('The libraries are installed.');
    expect(await aptCalls()).toContain('libnss3');
    expect(code).toBe(0);
  });

  it('is told by the library that it lacks', async () => {
    await addCommand('chromium', lacking(join(folder, 'nothing')));
    const { code, output } = await runTests('--no-install');
    expect(code).toBe(1);
    expect(output.trim()).toMatch(
      /cannot start: the system lacks libnss3\.so; run "npx playwright-core install-deps chromium"/,
    );
  });

  it('is told, and not replaced, where it was named', async () => {
    archive = zipOf(working);
    await addCommand('mine', '#!/bin/sh\necho "Error: no display" >&2\nexit 1\n');
    const path = join(folder, 'bin', 'mine');
    const { code, output } = await runCommand(noTests, { OFFCUT_CHROMIUM: path });
    expect(code).toBe(1);
    expect(output.trim()).toContain(`Chromium at ${path} cannot be started (no display)`);
    expect(asked).toEqual([]);
  });
});
