import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Offcut } from '#client/offcut.ts';
import { startEmulator, type RunningEmulator } from '#emulator/testing.ts';

/** The examples of docs/lab-state.md, in their order. */
const doc = await readFile('docs/lab-state.md', 'utf8');
const examples = [...doc.matchAll(/^```(ts|sh)\n(.+?)^```$/gms)].map(
  ([, language = '', code = '']) => [language, code] as const,
);

type Parts = { readonly offcut: Offcut; readonly video: Uint8Array; readonly expect: typeof expect };

let emulator: RunningEmulator;
let folder: string;

beforeAll(async () => {
  emulator = await startEmulator();
  folder = await mkdtemp(join(tmpdir(), 'offcut-docs-'));
});

afterAll(async () => {
  await emulator.close();
  await rm(folder, { recursive: true });
});

test.for(examples)('this example of docs/lab-state.md works: %s %s', async ([language, code]) => {
  if (language === 'sh') {
    const script = `set -e\ncurl() { command curl --fail-with-body -sS "$@"; }\n${code}`;
    await promisify(execFile)('bash', ['-c', script], { cwd: folder, env: { ...process.env, BASE: emulator.baseUrl } });
    return;
  }
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const file = join(folder, `example-${examples.findIndex((example) => example[1] === code)}.mjs`);
  await writeFile(file, `export const run = async ({ offcut, video, expect }) => {\n${code}\n};`);
  const { run } = (await import(file)) as { run: (parts: Parts) => Promise<void> };
  const { apiKey } = await new Offcut({ baseUrl: emulator.baseUrl }).call('createKey', { body: { name: 'docs' } });
  const offcut = new Offcut({ baseUrl: emulator.baseUrl, apiKey });
  await run({ offcut, video: await readFile('public/sample/talk.mp4'), expect });
  log.mockRestore();
});
