import { copyFile, open, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { findBrowser } from '#test/support/browser.ts';
import { getData, type Product } from '#test/support/product.ts';
import { defineCommand, json, number, optionalText } from '../command.ts';
import { median, round } from '../lib/statistics.ts';
import { printRow, publish } from '../lib/table.ts';
import { samplesDir, withFolder, withProduct } from '../lib/workplace.ts';
import { toMebibytes, watchPeak } from './process-memory.ts';

/** The size of one of the files, in bytes. */
const fileBytes = 128 * 1024 ** 2;

/** The memory of a step that ends before the first sample is null. */
type Row = readonly [step: string, seconds: number, peakMebibytes: number | null];

export const worlds = defineCommand({
  about: `Measures snapshots and worlds of a store with large files: the time of each step, and the peak
memory of the whole browser. The memory is that of all processes, from /proc, so this runs only on Linux.`,
  options: {
    megabytes: number('the size of all files, in MiB', 1024),
    runs: number('snapshots and restores', 5),
    dist: optionalText('DIR', 'a build; the default is dist'),
    json: json('memory'),
  },
  run: ({ megabytes, runs, dist, json }, { command }) =>
    withFolder((folder) =>
      withProduct({ dist }, async (product) => {
        await fill(product, folder, (megabytes * 1024 ** 2) / fileBytes);
        const rows = await measure(product, runs);
        const table = {
          title: `Snapshots and worlds of ${megabytes} MiB`,
          command,
          notes: [
            `Seconds of a call: of snapshots and restores from outside the browser, the median of ${runs}; of worlds from a page, to and from a file. Peak memory of the browser in MiB, including the program.`,
          ],
          columns: ['step', 's', 'peak MiB'],
          rows,
        };
        publish(table, json);
      }),
    ),
});

/** Uploads different files of one size: a clip, and zeros, which readers ignore, up to a number. */
async function fill(product: Product, folder: string, count: number): Promise<void> {
  const file = join(folder, 'large.mp4');
  for (let number = 0; number < count; number += 1) {
    await copyFile(join(samplesDir, 'talk.mp4'), file);
    await truncate(file, fileBytes - 8);
    const handle = await open(file, 'a');
    await handle.write(String(number).padStart(8, '0'));
    await handle.close();
    await product.upload(file);
  }
}

async function measure(product: Product, runs: number): Promise<Row[]> {
  const { page } = product;
  const root = await findBrowser(product.browser.profileDir);
  const lab = async (method: string, path: string, body?: object): Promise<void> =>
    void getData((await product.api(method, `/sandbox/v1/${path}`, body)).body);
  const rows: Row[] = [];
  const time = async (step: string, count: number, work: () => Promise<void>): Promise<void> => {
    const seconds: number[] = [];
    const { peak } = await watchPeak(root, async () => {
      for (let number = 0; number < count; number += 1) {
        const start = performance.now();
        await work();
        seconds.push((performance.now() - start) / 1000);
      }
    });
    const row: Row = [step, round(median(seconds), 3), peak === 0 ? null : Number(toMebibytes(peak))];
    printRow(row);
    rows.push(row);
  };
  await time('nothing', 1, () => page.waitForTimeout(2000));
  await time('take a snapshot', runs, () => lab('POST', 'snapshots', { name: 'bench' }));
  await time('restore it', runs, () => lab('POST', 'snapshots/bench/restore'));
  await time('write the world', 1, () => page.evaluate(saveWorld));
  await time('restore the world', 1, () => page.evaluate(restoreWorld));
  return rows;
}

/** Runs in the page: writes the ZIP into a file, so that it is not in memory. */
async function saveWorld(): Promise<void> {
  const root = await navigator.storage.getDirectory();
  const file = await root.getFileHandle('world.zip', { create: true });
  const { body } = await fetch('/sandbox/v1/world?secrets=include');
  await body?.pipeTo(await file.createWritable());
}

/** Runs in the page: restores the state from that file. */
async function restoreWorld(): Promise<void> {
  const root = await navigator.storage.getDirectory();
  const file = await root.getFileHandle('world.zip');
  const response = await fetch('/sandbox/v1/world', { method: 'PUT', body: await file.getFile() });
  const text = await response.text();
  if (!text.includes('"restored":true')) {
    throw new Error(text);
  }
}
