import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findChromium } from './chromium.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'offcut-chromium-'));
  vi.stubEnv('OFFCUT_CHROMIUM', '');
  vi.stubEnv('CHROME_PATH', '');
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

it('prefers the browser that a variable names', async () => {
  const named = join(folder, 'my-browser');
  await writeFile(named, '');
  vi.stubEnv('CHROME_PATH', join(folder, 'nothing'));
  vi.stubEnv('OFFCUT_CHROMIUM', named);
  expect(await findChromium()).toBe(named);
});

it('refuses a variable that names a file which does not exist', async () => {
  vi.stubEnv('CHROME_PATH', join(folder, 'nothing'));
  await expect(findChromium()).rejects.toThrow('CHROME_PATH is');
});

// The first use loads Playwright, which takes seconds on a busy machine.
it.runIf(process.platform === 'linux')('finds the browser of the system', { timeout: 30_000 }, async () => {
  vi.stubEnv('PLAYWRIGHT_BROWSERS_PATH', folder);
  vi.stubEnv('PATH', folder);
  await writeFile(join(folder, 'google-chrome'), '');
  expect(await findChromium()).toMatch(/google-chrome$|chrome/);
});
