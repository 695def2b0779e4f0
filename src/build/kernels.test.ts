import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { compileKernels, kernelsFile } from './kernels.ts';

it('has compiled kernels that are those of their source (otherwise: npm run kernels)', async () => {
  expect(await readFile(kernelsFile, 'utf8')).toBe(await compileKernels());
}, 60_000);
