import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildNamed } from '../test/support/builds.ts';
import {
  closeEditor,
  longDocument,
  measureHeld,
  openEditor,
  openOften,
  type Held,
} from '../test/support/editor-rounds.ts';
import { measureFirstLoad } from '../test/support/first-load.ts';
import { getData, startProduct } from '../test/support/product.ts';
import { measureOwnHeap } from './own-heap.ts';
import { keepTable, round, today } from './table.ts';

/**
 * Measures the editor with a canvas of half an hour and 500 items: the time from the click to the painted timeline, at the first
 * and later openings, and the memory of a page after the editor was opened and closed a hundred times.
 *
 *   npx tsx --tsconfig test/tsconfig.json bench/editor-open.ts [--items 500] [--rounds 100] [--dist FOLDER] [--json docs/benchmarks/editor-open.json]
 */
const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '100' },
    dist: { type: 'string' },
    json: { type: 'string' },
  },
});
const [items, rounds] = [Number(values.items), Number(values.rounds)];
const folder = await mkdtemp(join(tmpdir(), 'offcut-editor-open-'));
process.env['NODE_ENV'] = 'production';

try {
  const distDir = values.dist ?? join(folder, 'dist');
  if (values.dist === undefined) {
    await buildNamed('product', distDir);
  }
  const product = await startProduct({ distDir });
  const { page } = product;
  const body = { document: longDocument(items) };
  const { id } = getData((await product.api<{ id: string }>('POST', '/v1/canvases', body)).body);
  const path = `/workspace/canvas/editor/${id}`;
  const first = await openEditor(page, path);
  await closeEditor(page);
  const warm = await openOften(page, path, 10);
  const before = await measureHeld(page);
  const ownBefore = await measureOwnHeap(page);
  const times = [...warm, ...(await openOften(page, path, rounds))].toSorted((a, b) => a - b);
  const after = await measureHeld(page);
  const ownGrown = (await measureOwnHeap(page)) - ownBefore;
  const grown = (name: keyof Held): number => after[name] - before[name];
  const rows: [string, number][] = [
    ['first opening, with its code, ms', round(first, 0)],
    ['later openings, median, ms', round(times[Math.floor(times.length / 2)] ?? 0, 0)],
    ['later openings, 95 %, ms', round(times[Math.floor(times.length * 0.95)] ?? 0, 0)],
    [`heap growth over ${rounds} more rounds, kB per round`, round(grown('heapBytes') / rounds / 1000, 2)],
    ['of which objects, functions and text of the page, kB', round(ownGrown / rounds / 1000, 2)],
    ['additional listeners', grown('listeners')],
    ['additional nodes', grown('nodes')],
    ['additional workers', grown('workers')],
    ['code and styles of the editor, kB gzipped', round(measureFirstLoad(distDir).editorBytes / 1000, 1)],
  ];
  console.table(Object.fromEntries(rows));
  if (values.json !== undefined) {
    keepTable(values.json, {
      title: `Opening and closing a canvas of ${items} items`,
      command: `npx tsx --tsconfig test/tsconfig.json bench/editor-open.ts --items ${items} --rounds ${rounds}`,
      measured: today(),
      notes: [
        'Times are from the click on a link to the frame that shows the timeline, with canvas and code on this device. Memory is measured after garbage collection, from the eleventh round on. The rest of the heap, without objects, functions and text of the page, is compiled code, whose growth slows down.',
      ],
      columns: ['measure', 'value'],
      rows,
    });
  }
  await product.close();
} finally {
  await rm(folder, { recursive: true, force: true });
}
