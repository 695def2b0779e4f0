import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ClientErrorCode } from '#client/offcut-error.ts';
import { failures } from '#core/lib/failure.ts';
import { startEmulator, type RunningEmulator } from '#emulator/testing.ts';

const root = join(import.meta.dirname, '../..');
const doc = readFileSync(join(root, 'docs/toolkit.md'), 'utf8');
/** A folder in the project, so that the examples find its packages. */
const folder = mkdtempSync(join(import.meta.dirname, 'toolkit-'));

const examples = [...doc.matchAll(/^```ts\n(.+?)^```$/gms)].map(({ 1: code = '', index: at }, index) => {
  const titles = [...doc.slice(0, at).matchAll(/^##+ (.+)$/gm)].map(([, title]) => title);
  const file = join(folder, `example-${index + 1}.ts`);
  writeFileSync(file, code.replaceAll("'talk.mp4')", `${JSON.stringify(join(root, 'public/sample/talk.mp4'))})`));
  return { file, title: titles.at(-1), isTest: code.includes("from 'vitest'") };
});

let emulator: RunningEmulator;

beforeAll(async () => {
  emulator = await startEmulator();
  process.env['OFFCUT_URL'] = emulator.baseUrl;
  process.env['OFFCUT_API_KEY'] = emulator.apiKey;
});

afterAll(async () => {
  delete process.env['OFFCUT_URL'];
  delete process.env['OFFCUT_API_KEY'];
  await emulator.close();
  await rm(folder, { recursive: true });
});

describe('the examples of docs/toolkit.md', () => {
  const programs = examples.filter(({ isTest }) => !isTest);

  test.each(programs)('run against the emulator: $title', async ({ file }) => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    await import(file);
    expect(log).toHaveBeenCalled();
    log.mockRestore();
  });

  test('compile in strict mode', { timeout: 120_000 }, async () => {
    const config = {
      extends: '../../tsconfig.json',
      compilerOptions: {
        lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
        types: ['node'],
        paths: {
          'offcut/client': ['../../../src/client/client.ts'],
          'offcut/msw': ['../../../src/emulator/msw.ts'],
          'offcut/testing': ['../../../src/emulator/testing.ts'],
          'offcut/timeline': ['../../../src/timeline/timeline.ts'],
        },
        outDir: join(root, 'node_modules/.cache/tsc'),
        rootDir: root,
      },
      include: ['*.ts'],
      references: ['client', 'node'].map((name) => ({ path: `../../../src/tsconfig.${name}.json` })),
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const compiled = await promisify(execFile)(process.execPath, [compiler, '-b', folder]).catch(
      (error: unknown) => error,
    );
    expect(compiled).toMatchObject({ stdout: '', stderr: '' });
  });
});

// Their tests become tests of this file.
for (const { file } of examples.filter(({ isTest }) => isTest)) {
  await import(file);
}

test('says what to do for every error code, and names no other', () => {
  const own: Record<ClientErrorCode, true> = {
    UNREACHABLE: true,
    INCOMPLETE_RESPONSE: true,
    UPLOAD_INTERRUPTED: true,
    TIMEOUT: true,
  };
  const [, table = ''] = doc.split('\n## Error codes\n');
  const rows = (table.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| `'));
  const codes = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, code = '']) => code));
  expect(codes.toSorted()).toEqual([...Object.keys(failures), ...Object.keys(own)].toSorted());
});
