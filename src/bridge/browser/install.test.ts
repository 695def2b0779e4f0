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
/** Returns a browser that reports a missing library until `file` exists. */
const lacking = (file: string): string => `#!/bin/sh
if [ -e ${file} ]; then echo "Chromium 1.2.3"; exit 0; fi
echo "chrome: error while loading shared libraries: libnss3.so: cannot open shared object file" >&2
exit 127
`;
const working = '#!/bin/sh\necho "Chromium 1.2.3"\n';

let folder: string;
let host: Server;
let asked: string[];
/** The response of the substitute for Playwright's host; 404 if undefined. */
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

/** Adds a command to the folder of the test, the only folder in PATH. */
const addCommand = (name: string, script: string): Promise<void> =>
  writeFile(join(folder, 'bin', name), script, { mode: 0o755 });

/** Adds an apt-get that records its arguments, and runs `then` for an installation. */
const addApt = (then = ''): Promise<void> =>
  addCommand(
    'apt-get',
    `#!/bin/sh\necho "$@" >> ${join(folder, 'apt')}\nfor word in "$@"; do [ "$word" = install ] || continue\n:\n${then}\ndone\n`,
  );

const aptCalls = (): Promise<string> => readFile(join(folder, 'apt'), 'utf8').catch(() => '');

/** The last steps of `bootstrap.mjs`, after the packages are installed. */
const script = `import { runCommand } from './src/bridge/cli/cli.ts';
const [name, ...args] = process.argv.slice(1);
process.exit(await runCommand(name, args));`;

/** Runs an npm script on a machine that has only the commands which the test added. */
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

/** Arguments with which Vitest finds no test, so that the test covers only the steps before Vitest. */
const noTests = ['test', '--project', 'unit', '--passWithNoTests', 'no-test-has-this-name'];
const runTests = (...args: string[]) => runCommand([...noTests, ...args]);

const makeZip = (chrome: string): Buffer =>
  toStoredZip({
    'chrome-linux64/chrome': chrome,
    'chrome-linux/chrome': chrome,
    'ffmpeg-linux': working,
  });

describe.runIf(isLinux)('without a browser', { timeout: 300_000 }, () => {
  it("downloads Playwright's from its host, reports that, and continues", async () => {
    archive = makeZip(working);
    const { code, output } = await runTests();
    expect(output).toContain('Downloading the Chromium of Playwright');
    expect(output).toContain('is installed');
    expect(output).toContain('No test files found');
    expect(code).toBe(0);
    expect(asked.some((path) => path.includes('chrom') && path.endsWith('.zip'))).toBe(true);
    // The next command finds it.
    asked.length = 0;
    expect((await runTests()).output).not.toContain('Downloading');
    expect(asked).toEqual([]);
  });

  it.runIf(isRoot)("installs Debian's as root if the download fails", async () => {
    await addApt(`cp ${join(folder, 'chromium')} ${join(folder, 'bin', 'chromium')}`);
    await addCommand('cp', '#!/bin/sh\nexec /bin/cp "$@"\n');
    await writeFile(join(folder, 'chromium'), working, { mode: 0o755 });
    const { code, output } = await runTests();
    expect(output).toContain('could not be downloaded');
    expect(output).toContain('Installing chromium (apt-get install chromium) ...');
    expect(output).toContain('Installing ffmpeg');
    expect(output).toContain('Installing firefox-esr (apt-get install firefox-esr) ...');
    expect(output).toContain('Firefox is not installed, so tests in Firefox are skipped');
    expect(await aptCalls()).toMatch(/^update.*\ninstall .*chromium\n/);
    expect(code).toBe(0);
  });

  it('uses another browser if the first one cannot start, and installs nothing', async () => {
    await addCommand('chromium', '#!/bin/sh\nexit 1\n');
    await addCommand('google-chrome', working);
    const { code, output } = await runTests();
    expect(output).not.toContain('Downloading');
    expect(output).toContain('No test files found');
    expect(code).toBe(0);
    expect(asked).toEqual([]);
  });

  it('says in one sentence how to install one', async () => {
    const { code, output } = await runTests();
    expect(code).toBe(3);
    expect(output.trim().split('\n').at(-1)).toMatch(
      /^NOT_FOUND: No Chromium was found\. Run "npx playwright-core install/,
    );
    expect(output).not.toMatch(/^\s+at /m);
  });

  it.each([
    { name: 'npm test', args: ['test', '--no-install'] },
    { name: 'npm run demo', args: ['demo', '--no-install'] },
    { name: 'npm start', args: ['start', '--headless', '--no-install'] },
    { name: 'npm start with OFFCUT_NO_INSTALL', args: ['start', '--headless'], env: { OFFCUT_NO_INSTALL: '1' } },
  ])('$name installs nothing when that is forbidden', async ({ args, env }) => {
    archive = makeZip(working);
    await addApt();
    const { code, output } = await runCommand(args, env);
    expect(code).toBe(3);
    expect(output.trim()).toMatch(/^NOT_FOUND: No Chromium was found\. Run [^\n]*$/);
    expect([asked, await aptCalls()]).toEqual([[], '']);
  });
});

describe.runIf(isLinux)('tests in Firefox', { timeout: 300_000 }, () => {
  it('are skipped with a message if Firefox is not installed', async () => {
    await addCommand('chromium', working);
    const { code, output } = await runTests('--no-install');
    expect(output).toContain(
      'Firefox is not installed, so tests in Firefox are skipped. On Debian, run "apt-get install firefox-esr".',
    );
    expect(code).toBe(0);
  });

  it('are skipped with a message if Firefox does not start', async () => {
    await addCommand('chromium', working);
    await addCommand('firefox', '#!/bin/sh\necho "Error: no libxul" >&2\nexit 1\n');
    const { code, output } = await runTests('--no-install');
    expect(output).toMatch(/Could not start Firefox at .* \(no libxul\), so tests in Firefox are skipped/);
    expect(code).toBe(0);
  });

  it('need no Chromium if they alone are requested, and report a missing Firefox', async () => {
    const asked = ['test', '--no-install', '--browser', 'firefox', '--passWithNoTests', 'no-test-has-this-name'];
    const without = await runCommand(asked);
    expect([without.code, without.output]).toEqual([3, expect.stringContaining('Firefox was not found')]);
    await addCommand('firefox', working);
    const { code, output } = await runCommand(asked);
    expect([code, output]).toEqual([0, expect.stringContaining('No test files found')]);
  });

  it('cannot be requested by another name', async () => {
    const { code, output } = await runCommand(['test', '--browser', 'safari']);
    expect([code, output.trim()]).toEqual([3, 'VALIDATION_FAILED: Give --browser chromium or --browser firefox.']);
  });
});

describe.runIf(isLinux)('a browser that cannot start', { timeout: 300_000 }, () => {
  it.runIf(isRoot)('gets its libraries if the user is root', async () => {
    const library = join(folder, 'library');
    archive = makeZip(lacking(library));
    await addApt(`: > ${library}`);
    const { code, output } = await runTests();
    expect(output).toContain('Installing the system libraries');
    expect(output).toContain('The libraries are installed.');
    expect(await aptCalls()).toContain('libnss3');
    expect(code).toBe(0);
  });

  it('is reported with the library that it lacks', async () => {
    await addCommand('chromium', lacking(join(folder, 'nothing')));
    const { code, output } = await runTests('--no-install');
    expect(code).toBe(3);
    expect(output.trim()).toMatch(
      /cannot start because the system lacks libnss3\.so\. Run "npx playwright-core install-deps chromium"/,
    );
  });

  it('is reported, and not replaced, if a variable names it', async () => {
    archive = makeZip(working);
    await addCommand('mine', '#!/bin/sh\necho "Error: no display" >&2\nexit 1\n');
    const path = join(folder, 'bin', 'mine');
    const { code, output } = await runCommand(noTests, { OFFCUT_CHROMIUM: path });
    expect(code).toBe(3);
    expect(output.trim()).toContain(`Could not start Chromium at ${path} (no display)`);
    expect(asked).toEqual([]);
  });
});
