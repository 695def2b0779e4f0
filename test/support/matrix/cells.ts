import type { Cell } from './cell.ts';
import { encodedCells } from './codec-cells.ts';
import { streamCells } from './stream-cells.ts';
import { timingCells } from './timing-cells.ts';

/** Every file of the matrix. */
export const cells: readonly Cell[] = [...timingCells, ...streamCells, ...encodedCells];
