import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { distDir } from '#bridge/cli/build.ts';
import { cells } from '../test/support/matrix/cells.ts';
import { Kit } from '../test/support/matrix/kit.ts';
import { runCell } from '../test/support/matrix/run-cell.ts';
import { startProduct } from '../test/support/product.ts';
import { formatsPage, readRows, toRow, withRows } from './formats-table.ts';

/**
 * Runs the matrix of codecs, containers and timing cases through the whole product (the build in `dist`), and writes the result of
 * each file into docs/formats.md. The test of the matrix, test/browser/media/matrix.test.ts, runs the same cells.
 *
 *   npm run bench:formats -- [--dist DIR] [CELL ...]
 *
 * With CELLs only the rows are measured again whose names contain one of them.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { dist: { type: 'string', default: distDir } },
});

const chosen = cells.filter(({ id }) => positionals.length === 0 || positionals.some((part) => id.includes(part)));
const product = await startProduct({ distDir: values.dist });
const kit = new Kit(await mkdtemp(join(tmpdir(), 'offcut-formats-')));
try {
  for (const cell of chosen) {
    const row = toRow(cell, await runCell(cell, kit, product, true));
    console.log(row.join(' | '));
    const page = await readFile(formatsPage, 'utf8');
    await writeFile(formatsPage, withRows(page, new Map([...readRows(page), [cell.id, row]])));
  }
} finally {
  await product.close();
  await rm(kit.folder, { recursive: true, force: true });
}
