import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { runCommand } from '#bridge/cli/cli.ts';
import { startEmulator, type RunningEmulator } from '#emulator/testing.ts';
import { recipeIds } from '#recipes/catalog.ts';
import { tinyFiles } from '../../src/emulator/tiny-files.generated.ts';

let emulator: RunningEmulator;
let folder: string;
let written: string[];
let noted: string[];

beforeAll(async () => {
  emulator = await startEmulator();
});

afterAll(() => emulator.close());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offcut-cli-'));
  [written, noted] = [[], []];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => noted.push(String(text)) > 0);
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.exitCode = 0;
  await rm(folder, { recursive: true, force: true });
});

/** Copies a short video of a speaker and returns its path. */
async function addVideo(name = 'talk.mp4'): Promise<string> {
  const file = join(folder, name);
  await copyFile('public/sample/talk.mp4', file);
  return file;
}

/** Runs a recipe on the emulator. Returns the exit code, and the lines of standard output as objects. */
async function run(...args: string[]) {
  written.length = 0;
  const target = ['--url', emulator.baseUrl, '--key', emulator.apiKey, '--out', join(folder, 'out')];
  const exitCode = await runCommand('run', [...args, ...target, '--json']);
  const events = written
    .join('')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { exitCode, events, files: await readdir(join(folder, 'out')).catch(() => []) };
}

const messages = '[{"from":"me","text":"Hello"}]';
/** The flags of each recipe that has required ones. */
const flags: Readonly<Record<string, readonly string[]>> = {
  'message-bubbles': ['--messages', messages],
  'text-behind': ['--text', 'HELLO'],
  'tracked-title-card': ['--title', 'Mia', '--target', 'face'],
  'launch-cut': [
    '--target-seconds',
    '15',
    '--title',
    'Offcut',
    '--points',
    'Fast',
    '--points',
    'Private',
    '--no-keep-speech',
  ],
};

test.each(recipeIds)('%s uploads, is approved, and saves its result', async (recipeId) => {
  const file = await addVideo();
  const { exitCode, events, files } = await run(recipeId, file, ...(flags[recipeId] ?? []), '--yes');
  expect(noted.join('')).toBe('');
  expect(exitCode).toBe(0);
  expect(events.at(-1)).toMatchObject({ type: 'result', name: `talk-${recipeId}`, error: null });
  expect(files).toContainEqual(expect.stringMatching(new RegExp(`^talk-${recipeId}\\.(mp4|webm|mov)$`)));
  expect(files.filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('the flags of a recipe become its input, at any depth', async () => {
  const file = await addVideo();
  const logo = join(folder, 'logo.png');
  await writeFile(logo, Buffer.from(tinyFiles.png, 'base64'));
  const { exitCode, events } = await run(
    'launch-cut',
    file,
    '--yes',
    '--title=One',
    '--points=A',
    '--points=B',
    '--target-seconds=15',
    '--end-card-text=Bye',
    `--end-card-logo-material=${logo}`,
    '--keep-speech',
  );
  expect(exitCode).toBe(0);
  const { jobId } = events.at(-1) as { jobId: string };
  const headers = { Authorization: `Bearer ${emulator.apiKey}` };
  const answer = await fetch(`${emulator.baseUrl}/v1/jobs/${jobId}`, { headers });
  const { data } = (await answer.json()) as { data: { input: object } };
  expect(data.input).toMatchObject({
    title: 'One',
    points: ['A', 'B'],
    targetSeconds: 15,
    keepSpeech: true,
    endCard: { text: 'Bye', logoMaterial: expect.stringMatching(/^mat_/) },
  });
});

test('a value is read from a file', async () => {
  const list = join(folder, 'messages.json');
  await writeFile(list, messages);
  const { exitCode } = await run('message-bubbles', '--messages', `@${list}`, '--yes');
  expect(exitCode).toBe(0);
});

test('several files and a pattern run one after the other, and the worst end is the exit code', async () => {
  await Promise.all(['b.mp4', 'a.mp4'].map(addVideo));
  await writeFile(join(folder, 'c.mp4'), 'This is a text.');
  const { exitCode, events } = await run('tighten', `${folder}/*.mp4`, '--yes');
  expect(exitCode).toBe(3);
  const ends = events.filter(({ type }) => type === 'result');
  expect(ends.map(({ name, error }) => [name, (error as { errorCode: string } | null)?.errorCode])).toEqual([
    ['a-tighten', undefined],
    ['b-tighten', undefined],
    ['c-tighten', 'UNSUPPORTED_MEDIA'],
  ]);
});

test('a second result gets a number, unless it may overwrite the first', async () => {
  const file = await addVideo();
  await run('remove-background', file);
  const second = await run('remove-background', file);
  expect(new Set(second.files)).toEqual(new Set(['talk-remove-background-2.webm', 'talk-remove-background.webm']));
  const third = await run('remove-background', file, '--force');
  expect(third.files).toHaveLength(2);
});

test('the editor changes the proposal, and an invalid change is refused', async () => {
  const file = await addVideo();
  const editor = join(folder, 'editor.mjs');
  const edit = (code: string) =>
    writeFile(
      editor,
      `import { readFileSync, writeFileSync } from 'node:fs';
const file = process.argv[2];
const proposal = JSON.parse(readFileSync(file, 'utf8'));
${code}
writeFileSync(file, JSON.stringify(proposal));`,
    );
  vi.stubEnv('VISUAL', `${process.execPath} ${editor}`);
  await edit('proposal.text = "EDITED";');
  const edited = await run('text-behind', file, '--text', 'HELLO', '--review', 'edit');
  expect([edited.exitCode, noted.join('')]).toEqual([0, '']);
  await edit('proposal.text = 5;');
  const refused = await run('text-behind', file, '--text', 'HI', '--review', 'edit');
  expect(refused.exitCode).toBe(3);
  expect(refused.events.at(-1)).toMatchObject({ error: { errorCode: 'VALIDATION_FAILED' } });
});

test.each<[string, string[], RegExp]>([
  ['an unknown recipe', ['tightn'], /Did you mean "tighten"/],
  ['an unknown flag', ['tighten', 'x.mp4', '--min-silence-second', '1'], /Did you mean --min-silence-seconds/],
  ['a missing file', ['tighten', 'no-such-file.mp4', '--yes'], /no-such-file\.mp4 does not exist/],
  ['no file', ['tighten', '--yes'], /missing required argument/],
  ['a number that is a word', ['tighten', 'x.mp4', '--min-silence-seconds', 'long'], /"long" is not a number/],
  ['an unknown choice', ['tighten', 'x.mp4', '--joins', 'fade'], /Give one of: cut, dissolve, punch-in/],
  ['no terminal for a review', ['message-bubbles', '--messages', messages], /--yes/],
  ['a value out of range', ['message-bubbles', '--messages', messages, '--scale', '9', '--yes'], /^--scale: /m],
])('%s ends with exit code 2', async (_, args, message) => {
  const { exitCode } = await run(...args);
  expect(exitCode).toBe(2);
  expect(noted.join('')).toMatch(message);
});

test('the API refuses with exit code 3 and its code on standard error', async () => {
  const file = await addVideo();
  emulator.declareNext({ failWith: 'NOTHING_TO_CUT' });
  const target = [`--url=${emulator.baseUrl}`, `--key=${emulator.apiKey}`, `--out=${folder}`];
  const exitCode = await runCommand('run', ['tighten', file, '--yes', ...target]);
  expect(exitCode).toBe(3);
  expect(noted.join('')).toContain('NOTHING_TO_CUT');
});

test('the help of a recipe has its flags with defaults and ranges', async () => {
  expect(await runCommand('run', ['tighten', '--help'])).toBe(0);
  const help = written.join('').replaceAll(/\s+/g, ' ');
  expect(help).toContain('--min-silence-seconds <number> Shorter pauses are not cut. (in s; 0.1 to 60; default: 0.5)');
  expect(help).toContain('--joins <cut|dissolve|punch-in>');
  expect(help).toContain('Exit codes: 0 done');
});

test('a wrong command suggests the right one', async () => {
  expect(await runCommand('emulat', [])).toBe(2);
  expect(noted.join('')).toContain('Did you mean "emulate"?');
});
