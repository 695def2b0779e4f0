import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { runCommand } from '#bridge/cli/cli.ts';
import { startEmulator } from '#emulator/testing.ts';

const doc = await readFile(join(import.meta.dirname, '../../docs/toolkit.md'), 'utf8');
/** The arguments of the commands of the page, by their lines. */
const calls = [...doc.matchAll(/^npx offcut (.+?)(?: +#.*)?$/gm)].map(([line, text = '']) => ({
  line,
  args: [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain = '']) => quoted ?? plain),
}));
const runs = calls.filter(({ args }) => args[0] === 'run');

let written: string[];

beforeEach(() => {
  written = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.exitCode = 0;
});

test.each(calls)('has the options of: $line', async ({ args }) => {
  const [name = '', ...others] = args;
  const [recipe] = name === 'run' ? others : [];
  expect(await runCommand(name, [...(recipe === undefined ? [] : [recipe]), '--help'])).toBe(0);
  for (const flag of others.filter((arg) => arg.startsWith('--'))) {
    expect(written.join('')).toContain(`${flag} `);
  }
});

test.each(runs)('does: $line', async ({ args }) => {
  const emulator = await startEmulator();
  const folder = await mkdtemp(join(tmpdir(), 'offcut-toolkit-'));
  onTestFinished(async () => {
    await emulator.close();
    await rm(folder, { recursive: true });
  });
  await mkdir(join(folder, 'takes'));
  for (const file of ['talk.mp4', 'takes/one.mp4', 'takes/two.mp4']) {
    await cp('public/sample/talk.mp4', join(folder, file));
  }
  vi.stubEnv('EDITOR', 'true');
  const [name = '', ...others] = args.map((arg) => (arg.endsWith('.mp4') ? join(folder, arg) : arg));
  const review = others.includes('--review') ? [] : ['--yes'];
  const target = ['--url', emulator.baseUrl, '--key', emulator.apiKey, '--out', join(folder, 'results')];
  expect(await runCommand(name, [...others, ...review, ...target])).toBe(0);
  expect((await readdir(join(folder, 'results'))).filter((file) => file.endsWith('.mp4')).length).toBeGreaterThan(0);
});

test('lists every command', async () => {
  await runCommand('help', []);
  const known = [...written.join('').matchAll(/^ {2}([\w:]+) /gm)].map(([, name = '']) => name);
  const listed = [...doc.matchAll(/`offcut (\w+)/g)].map(([, name = '']) => name);
  const ofProject = ['dev', 'test', 'test:all'];
  expect(new Set(listed)).toEqual(new Set(known.filter((name) => !ofProject.includes(name))));
});
