import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { version } from '../../package.json' with { type: 'json' };
import { projectDir } from '#bridge/cli/build.ts';
import { requireShippedModels } from '#build/package.ts';
import { startEmulator } from '#emulator/testing.ts';
import { canInstall, installTarball, packTarball } from '../support/tarball.ts';

const isInstallable = await canInstall();
const run = promisify(execFile);
const bin = (path: string): string => join(projectDir, 'node_modules', path);

// Each test starts npm, a compiler or another Vitest, which take long on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

let folder: string;
let tarball: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offcut-package-'));
  tarball = await packTarball(folder);
}, 300_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

const hasNode22 = Number(process.versions.node.split('.')[0]) >= 22;

/** The part of attw's report that is checked. */
type AttwReport = { readonly analysis: { readonly entrypoints: Readonly<Record<string, unknown>> } };

/** Installs the package into a project of its own and writes `files` to it. Returns the folder of the project. */
async function makeProject(
  name: string,
  files: Readonly<Record<string, string>>,
  links: Readonly<Record<string, string>> = {},
): Promise<string> {
  const project = join(folder, name);
  await installTarball(tarball, project, links);
  for (const [file, text] of Object.entries(files)) {
    await writeFile(join(project, file), text);
  }
  return project;
}

describe('the tarball', () => {
  test('has no fault that publint finds', async () => {
    const { messages, pkg } = await publint({ pkgDir: join(folder, 'stage'), strict: true, pack: false });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  test('has no fault that attw finds', async () => {
    // It ends with an exit code if it finds a problem.
    const { stdout } = await run(process.execPath, [
      bin('@arethetypeswrong/cli/dist/index.js'),
      tarball,
      '--profile',
      'esm-only',
      '--format',
      'json',
    ]);
    const { analysis } = JSON.parse(stdout) as AttwReport;
    expect(Object.keys(analysis.entrypoints)).toHaveLength(5);
  });

  test('must not contain a model that was downloaded', () => {
    expect(() => requireShippedModels(['installed.json', 'matte_nano_v2_256x144_fp16w.onnx'])).not.toThrow();
    expect(() => requireShippedModels(['rvm_mobilenetv3_fp32.onnx'])).toThrow('must not be published');
  });

  test.runIf(isInstallable)(
    'installs only Playwright with it, and has declarations without other packages',
    async () => {
      const project = await makeProject('empty', {});
      expect((await readdir(join(project, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual([
        'offcut',
        'playwright-core',
      ]);
      for (const name of ['client', 'msw', 'testing', 'timeline']) {
        const code = await readFile(join(project, 'node_modules', 'offcut', 'lib', `${name}.d.ts`), 'utf8');
        const imports = [...code.matchAll(/(?:from |import\()"([^"]+)"/g)].map(([, id]) => id);
        expect(imports.filter((id) => id !== './client.js')).toEqual(name === 'msw' ? ['msw'] : []);
      }
    },
  );
});

const program = `
import { Offcut, OffcutError } from 'offcut/client';
import { startEmulator } from 'offcut/testing';
import { applyEdit, parseDocument, readOtio, toInterchange, validate } from 'offcut/timeline';

const emulator = await startEmulator({ runs: { tighten: { failWith: 'NO_AUDIO' } } });
const offcut = new Offcut(emulator);
const { plan } = await offcut.call('getMe');
const material = await offcut.upload(new Blob([await (await fetch(process.argv[2])).arrayBuffer()]), { name: 'clip.mp4' });
const result = await offcut.removeBackground({ material });
const failure = await offcut.run('tighten', { material }).catch((error) => error);
await emulator.close();
const document = parseDocument({ version: 2, title: 'One', width: 640, height: 360, frameRate: 30, background: { type: 'transparent' }, tracks: [{ id: 't1', name: 'Video', kind: 'visual', items: [] }] });
const text = { type: 'text', name: 'Title', startSeconds: 0, durationSeconds: 2, text: 'Hi', x: 320, y: 180, width: 640, height: 90 };
const edited = applyEdit(document, { type: 'add-item', trackId: 't1', item: text });
console.log(JSON.stringify({
  plan,
  status: result.status,
  failure: [failure instanceof OffcutError, failure.code],
  items: edited.tracks[0].items.length,
  again: readOtio(toInterchange(edited, 'otio')).document.tracks[0].items.length,
  faults: validate({ ...document, width: 0 }),
}));
`;

describe.runIf(isInstallable)('in Node', () => {
  test('the client, the emulator and the timeline work', async () => {
    const project = await makeProject('node', { 'program.mjs': program });
    const clip = `data:video/mp4;base64,${await readFile(join(projectDir, 'test/fixtures/sample/empty.mp4'), 'base64')}`;
    const { stdout } = await run(process.execPath, ['program.mjs', clip], { cwd: project });
    expect(JSON.parse(stdout)).toEqual({
      plan: 'local',
      status: 'completed',
      failure: [true, 'NO_AUDIO'],
      items: 1,
      again: 1,
      faults: [{ path: 'width', message: expect.any(String) }],
    });
  });
});

test.runIf(isInstallable)('the example of the README works', async () => {
  const readme = await readFile(join(projectDir, 'README.md'), 'utf8');
  const [, code = ''] = /## Use it from npm[^]*?```ts\n([^]*?)```/.exec(readme) ?? [];
  const project = await makeProject('readme', { 'program.mjs': code });
  const { stdout } = await run(process.execPath, ['program.mjs'], { cwd: project });
  expect(stdout).toContain("plan: 'local'");
});

const typed = `
import { Offcut, OffcutError, type Canvas, type Job, type OperationTypes } from 'offcut/client';
import { offcutHandlers } from 'offcut/msw';
import { recordRun, startEmulator, type RunningEmulator } from 'offcut/testing';
import { applyEdit, type CanvasDocument, type Edit, type TextItem } from 'offcut/timeline';

const offcut = new Offcut({ baseUrl: 'http://127.0.0.1:8787', apiKey: 'vk_1' });
export const job: Job = await offcut.run('tighten', { material: 'mat_1' }, { onProgress: ({ progress }) => progress.toFixed(2) });
export const canvas: Canvas = await offcut.canvases.get('cnv_1');
export const me: OperationTypes['getMe']['data'] = await offcut.call('getMe');
export const emulator: RunningEmulator = await startEmulator({ runs: { tighten: { failWith: 'NO_AUDIO' } } });
export const handlers = offcutHandlers({ baseUrl: 'https://offcut.example' });
export const recorded: Job = await recordRun(offcut, 'tighten', { material: 'mat_1' }, { cassette: 'cassettes' });
const edit: Edit = { type: 'remove-item', itemId: 'i1' };
export const edited: CanvasDocument = applyEdit(canvas.document, edit);
await offcut.canvases.create({ document: edited });
await offcut.canvases.edit(canvas.id, { revision: canvas.revision, edits: [edit] });
export const texts: TextItem[] = edited.tracks.flatMap(({ items }) => items).filter((item) => item.type === 'text');
export const isRetryable = (error: unknown): boolean => error instanceof OffcutError && error.retryable;
// @ts-expect-error -- no recipe has this id
await offcut.run('unknown', {});
// @ts-expect-error -- the material is required
await offcut.run('tighten', {});
// @ts-expect-error -- no edit has this type
applyEdit(edited, { type: 'unknown' });
// @ts-expect-error -- no error has this code
await startEmulator({ runs: { tighten: { failWith: 'UNKNOWN' } } });
`;

describe.runIf(isInstallable)('the types', () => {
  test.each(['bundler', 'nodenext'])(
    'are right with moduleResolution %s, strict, and checked libraries',
    async (moduleResolution) => {
      const compilerOptions = {
        strict: true,
        noUncheckedIndexedAccess: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        noEmit: true,
        target: 'es2024',
        lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
        module: moduleResolution === 'bundler' ? 'esnext' : 'nodenext',
        moduleResolution,
        types: [],
      };
      const project = await makeProject(
        `types-${moduleResolution}`,
        { 'program.ts': typed, 'tsconfig.json': JSON.stringify({ compilerOptions, files: ['program.ts'] }) },
        { msw: 'msw' },
      );
      const compiled = await run(process.execPath, [bin('typescript/bin/tsc'), '-p', project]).catch(
        (error: unknown) => error,
      );
      expect(compiled).toMatchObject({ stdout: '', stderr: '' });
    },
  );
});

const vitestFile = `
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Offcut } from 'offcut/client';
import { offcutHandlers } from 'offcut/msw';
import { startEmulator } from 'offcut/testing';

const baseUrl = 'https://offcut.example/';
const server = setupServer(...offcutHandlers({ baseUrl, runs: { tighten: { failWith: 'NO_AUDIO' } } }));
beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }));
afterAll(() => server.close());

test('msw answers the calls', async () => {
  const { data } = await (await fetch(baseUrl + 'sandbox/v1/keys', { method: 'POST' })).json();
  const offcut = new Offcut({ baseUrl, apiKey: data.apiKey });
  expect(await offcut.call('getMe')).toMatchObject({ plan: 'local', creditsRemaining: 500 });
  const { id } = await offcut.canvases.create({ title: 'mine' });
  expect(await offcut.canvases.get(id)).toMatchObject({ document: { title: 'mine' } });
});

test('the emulator answers the calls', async () => {
  const emulator = await startEmulator();
  expect(await new Offcut(emulator).call('listRecipes')).toHaveLength(6);
  await emulator.close();
});
`;

describe.runIf(isInstallable)('in the Vitest project of a user', () => {
  test.for([
    ['2', 'msw'],
    ['3', 'msw-3'],
  ] as const)('msw %s and the emulator answer calls', async ([major, path], { skip }) => {
    skip(major === '3' && !hasNode22, 'msw 3 needs Node 22.12 or newer');
    const project = await makeProject(
      `vitest-${major}`,
      { 'api.test.js': vitestFile },
      { msw: path, vitest: 'vitest', vite: 'vite' },
    );
    const installed: unknown = JSON.parse(await readFile(join(project, 'node_modules', 'msw', 'package.json'), 'utf8'));
    expect(installed).toMatchObject({ version: expect.stringMatching(new RegExp(`^${major}\\.`)) });
    const env = { ...process.env, NODE_ENV: '', VITEST: '', NO_COLOR: '1' };
    const { stdout } = await run(process.execPath, [join(project, 'node_modules/vitest/vitest.mjs'), 'run'], {
      cwd: project,
      env,
    });
    expect(stdout).toMatch(/Tests {2}2 passed/);
  });
});

test('one version is stated everywhere', async () => {
  const { baseUrl, close } = await startEmulator();
  onTestFinished(close);
  const answer = await fetch(`${baseUrl}/api-reference/openapi.json`);
  expect(answer.headers.get('X-Offcut-Version')).toBe(version);
  expect(await answer.json()).toMatchObject({ info: { version: '1.0.0-preview' } });
  expect(JSON.parse(await readFile(join(folder, 'stage', 'package.json'), 'utf8'))).toMatchObject({ version });
});

describe.runIf(isInstallable)('the command offcut', () => {
  test('lists its commands, without those that need the sources', async () => {
    const project = await makeProject('command', {});
    const { stderr } = await run('npx', ['offcut', 'unknown'], { cwd: project }).catch(
      (error: unknown) => error as { stderr: string },
    );
    expect(stderr).toContain('start');
    expect(stderr).not.toContain('test:all');
  });

  test('serves MCP for a running server', async () => {
    const { baseUrl, apiKey, close } = await startEmulator();
    onTestFinished(close);
    const project = await makeProject('mcp', {});
    const client = new Client({ name: 'test', version: '1' });
    onTestFinished(() => client.close());
    const args = ['offcut', 'mcp', '--url', baseUrl, '--key', apiKey];
    await client.connect(new StdioClientTransport({ command: 'npx', args, cwd: project }));
    expect(client.getServerVersion()).toMatchObject({ name: 'offcut', version });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('upload_file');
  });
});
