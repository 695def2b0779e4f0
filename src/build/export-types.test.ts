import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { compileAssemblyScript } from './assembly-script.ts';
import { ExportTypes } from './export-types.ts';

vi.setConfig({ testTimeout: 60_000 });

test('returns the names and types of arguments in order', async () => {
  const source = `type Floats = usize;
    export function scale(plane: Floats, count: i32, by: f32): void { store<f32>(plane, by * <f32>count); }
    export function add(one: i32, other: i32): i32 { return one + other; }`;
  expect((await readTypes(source)).replaceAll(/\s+/g, ' ')).toBe(
    ' add( one: number, other: number, ): number; scale( plane: Float32Array, count: number, by: number, ): void;',
  );
});

test('refuses an address without an element type', async () => {
  const source = 'export function read(at: usize): i32 { return load<i32>(at); }';
  await expect(readTypes(source)).rejects.toThrow('read uses the type usize');
});

async function readTypes(source: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'offcut-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'one.ts'), source);
  const types = new ExportTypes('one.ts');
  await compileAssemblyScript(join(folder, 'one.ts'), [], [types]);
  return types.toMembers();
}
