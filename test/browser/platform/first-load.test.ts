import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { getBuild } from '#test/support/build-server.ts';
import { firstLoadLimits, measureFirstLoad } from '#test/support/first-load.ts';

test('costs little on a first visit, and fetches large files when they are needed', async () => {
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

test('preloads only the Latin letters of the fonts, and no code that draws SVG', async () => {
  const serviceWorker = await readFile(join(await getBuild('product'), 'sw.js'), 'utf8');
  expect(serviceWorker.match(/fonts\/[\w.-]+/g)?.toSorted()).toEqual(['fonts/catalog.json', 'fonts/inter-latin.woff2']);
  expect(serviceWorker).not.toContain('index_bg');
});

test('loads no code that opens videos with the code that measures letters', async () => {
  const [rest] = await readAssets('lettering.worker');
  expect(rest?.code.length).toBeGreaterThan(10_000);
  expect(rest?.code.length).toBeLessThan(400_000);
});

test.each([
  'main',
  'preview.worker',
  'media.worker',
  'matting.worker',
  'detection.worker',
  'inference.worker',
  'ffmpeg.worker',
])('builds %s as a few lines that import the rest, whose compiled code a browser caches', async (name) => {
  const [rest, beginning, ...others] = await readAssets(name);
  expect(others).toEqual([]);
  expect(beginning?.code.length).toBeLessThan(1000);
  expect(beginning?.code).toContain(`import(\`./${rest?.file}\`)`);
});

test.each(['job-page', 'parts', 'review', 'strips', 'timeline'])(
  'loads no schemas with %s, with which a job or its review starts',
  async (name) => {
    const found = await readAssets(name);
    expect(found).not.toEqual([]);
    expect(found.filter(({ code }) => /from\s*["'`]\.\/(zod|failure|document|edit)-/.test(code))).toEqual([]);
  },
);

test.each(['index', 'editor-page', 'job-page', 'zod'])('marks %s for compilation ahead of time', async (name) => {
  const [file] = await readAssets(name);
  expect(file?.code).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
});

/** The built scripts of a name, the largest first. */
async function readAssets(name: string): Promise<{ file: string; code: string }[]> {
  const assets = join(await getBuild('product'), 'assets');
  const files = (await readdir(assets)).filter((file) => file.startsWith(`${name}-`) && file.endsWith('.js'));
  const read = await Promise.all(
    files.map(async (file) => ({ file, code: await readFile(join(assets, file), 'utf8') })),
  );
  return read.toSorted((one, other) => other.code.length - one.code.length);
}
