import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { getCompiledPath, kernels, variants } from '../src/kernels.ts';
import { compileKernel } from '../tools/compile.ts';

test.each(variants)(
  '%s: the compiled kernels match their source (otherwise: npm run ort-kernels compile)',
  async (variant) => {
    for (const { name } of kernels) {
      const compiled = await readFile(getCompiledPath(name, variant));
      expect(Buffer.compare(compiled, await compileKernel(name, variant)), name).toBe(0);
    }
  },
  60_000,
);
