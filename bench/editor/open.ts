import {
  closeEditor,
  longDocument,
  measureHeld,
  openEditor,
  openOften,
  type Held,
} from '#test/support/editor-rounds.ts';
import { measureFirstLoad } from '#test/support/first-load.ts';
import { getData } from '#test/support/product.ts';
import { defineCommand, dist, json, number } from '../command.ts';
import { quantile, round } from '../lib/statistics.ts';
import { publish } from '../lib/table.ts';
import { findBuild, withProduct } from '../lib/workplace.ts';
import { measureOwnHeap } from './own-heap.ts';

export const open = defineCommand({
  about: `Opens and closes a canvas of half an hour. Times it from the click on a link to the painted timeline, at the first and at
later openings, and measures by how much the memory of the page grows.`,
  options: {
    items: number('items of the canvas', 500),
    rounds: number('openings between the two measurements of memory', 100),
    dist,
    json: json('editor-open'),
  },
  run: async ({ items, rounds, ...values }, { command }) => {
    const distDir = await findBuild(values.dist);
    const rows = await withProduct({ dist: distDir }, async ({ page, api }): Promise<[string, number][]> => {
      const body = { document: longDocument(items) };
      const { id } = getData((await api<{ id: string }>('POST', '/v1/canvases', body)).body);
      const path = `/workspace/canvas/editor/${id}`;
      const first = await openEditor(page, path);
      await closeEditor(page);
      const warm = await openOften(page, path, 10);
      const before = await measureHeld(page);
      const ownBefore = await measureOwnHeap(page);
      const times = [...warm, ...(await openOften(page, path, rounds))];
      const after = await measureHeld(page);
      const ownGrown = (await measureOwnHeap(page)) - ownBefore;
      const grown = (name: keyof Held): number => after[name] - before[name];
      return [
        ['first opening, with its code, ms', round(first, 0)],
        ['later openings, median, ms', round(quantile(times, 0.5), 0)],
        ['later openings, 95 %, ms', round(quantile(times, 0.95), 0)],
        [`heap growth over ${rounds} more rounds, kB per round`, round(grown('heapBytes') / rounds / 1000, 2)],
        ['of which objects, functions and text of the page, kB', round(ownGrown / rounds / 1000, 2)],
        ['additional listeners', grown('listeners')],
        ['additional nodes', grown('nodes')],
        ['additional workers', grown('workers')],
        ['code and styles of the editor, kB gzipped', round(measureFirstLoad(distDir).editorBytes / 1000, 1)],
      ];
    });
    const table = {
      title: `Opening and closing a canvas of ${items} items`,
      command,
      notes: [
        'Times are from the click on a link to the frame that shows the timeline, with canvas and code on this device. Memory is measured after garbage collection, from the eleventh round on. The rest of the heap, without objects, functions and text of the page, is compiled code, whose growth slows down.',
      ],
      columns: ['measure', 'value'],
      rows,
    };
    publish(table, values.json);
  },
});
