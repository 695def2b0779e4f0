import { readFile, writeFile } from 'node:fs/promises';
import { cells } from '#test/support/matrix/cells.ts';
import { Kit } from '#test/support/matrix/kit.ts';
import { runCell } from '#test/support/matrix/run-cell.ts';
import { defineCommand, dist } from '../command.ts';
import { printRow } from '../lib/table.ts';
import { withFolder, withProduct } from '../lib/workplace.ts';
import { formatsPage, readRows, toRow, withRows } from './formats-table.ts';

export const formats = defineCommand({
  about: `Runs the matrix of codecs, containers and timing cases through the whole product, and writes the result of each file into
docs/formats.md. The test of the matrix, test/browser/media/matrix.test.ts, runs the same cells. With CELLs, only rows whose
names contain one of them are measured again.`,
  operands: '[CELL ...]',
  options: { dist },
  run: (values, { operands }) =>
    withFolder((folder) =>
      withProduct(values, async (product) => {
        const kit = new Kit(folder);
        for (const cell of cells.filter(
          ({ id }) => operands.length === 0 || operands.some((one) => id.includes(one)),
        )) {
          const row = toRow(cell, await runCell(cell, kit, product, true));
          printRow(row);
          const page = await readFile(formatsPage, 'utf8');
          await writeFile(formatsPage, withRows(page, new Map([...readRows(page), [cell.id, row]])));
        }
      }),
    ),
});
