import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { compileKernels } from './kernels.ts';

it('the compiled kernels and the types of their exports match their source (otherwise: npm run kernels)', async () => {
  for (const [path, text] of Object.entries(await compileKernels())) {
    expect(await readFile(path, 'utf8')).toBe(text);
  }
}, 60_000);
