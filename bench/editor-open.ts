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
import { dataOf, startProduct } from '../test/support/product.ts';
import { measureOwnHeap } from './own-heap.ts';
import { keepTable, round, today } from './table.ts';

/**
 * The editor with a canvas of half an hour and 500 items: from the click to the painted timeline, the first time and later, and
 * what a page holds after it was opened and closed a hundred times.
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
  const { id } = dataOf((await product.api<{ id: string }>('POST', '/v1/canvases', body)).body);
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
    [`heap after ${rounds} more rounds, kB a round more`, round(grown('heapBytes') / rounds / 1000, 2)],
    ['of these objects, functions and texts of the page, kB', round(ownGrown / rounds / 1000, 2)],
    ['listeners more', grown('listeners')],
    ['nodes more', grown('nodes')],
    ['workers more', grown('workers')],
    ['code and style of the editor, kB gzipped', round(measureFirstLoad(distDir).editorBytes / 1000, 1)],
  ];
  console.table(Object.fromEntries(rows));
  if (values.json !== undefined) {
    keepTable(values.json, {
      title: `A canvas of ${items} items is opened and closed`,
      command: `npx tsx --tsconfig test/tsconfig.json bench/editor-open.ts --items ${items} --rounds ${rounds}`,
      measured: today(),
      notes: [
        'From the click on a link to the frame that has the timeline, canvas and code being on this device. What is held is measured after the garbage is collected, from the eleventh round on. What of the heap is no object, function or text of the page is what the browser compiles of its code, which grows ever less.',
      ],
      columns: ['measure', 'value'],
      rows,
    });
  }
  await product.close();
} finally {
  await rm(folder, { recursive: true, force: true });
}
