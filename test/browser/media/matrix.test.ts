import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import type { Cell } from '#test/support/matrix/cell.ts';
import { cells } from '#test/support/matrix/cells.ts';
import { Kit } from '#test/support/matrix/kit.ts';
import { runCell } from '#test/support/matrix/run-cell.ts';
import { hasNativeTools } from '#test/support/native.ts';
import { shareProduct, type Product } from '#test/support/product.ts';

describe.skipIf(!hasNativeTools())('an export keeps duration, order and sync of', () => {
  let product: Product;
  let kit: Kit;

  beforeAll(async () => {
    product = await shareProduct();
    kit = new Kit(await mkdtemp(join(tmpdir(), 'offcut-matrix-')));
  });
  afterAll(async () => {
    await product.close();
    await rm(kit.folder, { recursive: true, force: true });
  });

  const check = async (cell: Cell, { skip }: TestContext): Promise<void> => {
    const { faults, skipped } = await runCell(cell, kit, product);
    if (skipped.length > 0) {
      console.log(`skipped: ffmpeg cannot encode ${skipped.join(', ')}`);
      skip();
    }
    if (cell.knownRed === undefined) {
      expect(faults).toEqual([]);
    } else {
      expect(faults, `${cell.id} is green: remove its knownRed`).not.toEqual([]);
    }
  };

  test.for(cells.filter(({ isShort }) => isShort))('$id', check);

  test.for(cells.filter(({ isShort }) => !isShort))('$id', { tags: ['long'] }, check);
});
