import { afterEach, expect, test, vi } from 'vitest';
import { runCommand } from '#bridge/cli/cli.ts';

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = 0;
});

test('the doctor finds everything that runs need in this Chromium', async () => {
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  expect(await runCommand('doctor', ['--json', '--port', '0'])).toBe(0);
  const checks = written
    .join('')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { name: string; status: string; found: string });
  for (const name of ['Chromium', 'service workers', 'file storage (OPFS)', 'WebCodecs', 'threads', 'encoders']) {
    expect(checks).toContainEqual(expect.objectContaining({ name, status: 'ok' }));
  }
});
