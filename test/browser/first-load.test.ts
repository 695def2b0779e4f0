import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { getBuild } from '../support/build-server.ts';
import { firstLoadLimits, measureFirstLoad } from '../support/first-load.ts';

test('a first visit costs little: what is large is fetched when it is needed', async () => {
  const measured = measureFirstLoad(await getBuild('product'));
  const { pageBytes, serviceWorkerBytes, editorBytes, editorFiles, laterBytes } = measured;
  console.log(
    `page ${pageBytes} bytes, service worker ${serviceWorkerBytes}, the editor ${editorBytes} more in ${editorFiles} files, gzipped`,
  );
  expect(pageBytes).toBeGreaterThan(10_000);
  expect(pageBytes).toBeLessThan(firstLoadLimits.pageBytes);
  expect(serviceWorkerBytes).toBeGreaterThan(10_000);
  expect(serviceWorkerBytes).toBeLessThan(firstLoadLimits.serviceWorkerBytes);
  expect(editorBytes).toBeGreaterThan(10_000);
  expect(editorBytes).toBeLessThan(firstLoadLimits.editorBytes);
  expect(editorFiles).toBeLessThan(firstLoadLimits.editorFiles);
  expect(Object.values(laterBytes).every((bytes) => bytes > 0)).toBe(true);
});

test('of the fonts only the Latin letters are fetched ahead, and what draws SVG is not', async () => {
  const serviceWorker = await readFile(join(await getBuild('product'), 'sw.js'), 'utf8');
  expect(serviceWorker.match(/fonts\/[\w.-]+/g)?.toSorted()).toEqual(['fonts/catalog.json', 'fonts/inter-latin.woff2']);
  expect(serviceWorker).not.toContain('index_bg');
});

test('what measures letters for a page brings nothing along that opens videos', async () => {
  const assets = join(await getBuild('product'), 'assets');
  const worker = (await readdir(assets)).find((name) => name.startsWith('lettering.worker')) ?? '';
  expect((await stat(join(assets, worker))).size).toBeLessThan(400_000);
});
