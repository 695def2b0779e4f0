import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { siteHeaders } from '#core/protocol/security-headers.ts';
import { copyFonts } from '../../src/build/fonts.ts';
import { runInWorker } from '../in-page/workers.ts';
import { TestBrowser } from './browser.ts';
import type { LayoutsCase, LayoutsMade, LinesCase, LinesMade, RasterCase, RasterMade } from './raster.worker.ts';
import { startStaticHost } from './static-host.ts';

export type RasterPage = Awaited<ReturnType<typeof openRasterPage>>;

/** A page that draws layers in a worker, with the fonts and the security headers of the product. */
export async function openRasterPage() {
  const folder = await mkdtemp(join(tmpdir(), 'offcut-raster-'));
  const site = join(folder, 'site');
  await build({
    configFile: false,
    logLevel: 'warn',
    base: './',
    build: {
      outDir: site,
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: {
        input: { worker: resolve(import.meta.dirname, 'raster.worker.ts') },
        output: { entryFileNames: 'assets/[name].js' },
      },
    },
  });
  copyFonts(resolve(import.meta.dirname, '../..'), site);
  await writeFile(join(site, 'index.html'), '<!doctype html><title>Raster</title>');
  const host = await startStaticHost({ folder: site, path: '/', headers: siteHeaders });
  const browser = await TestBrowser.launch();
  const page = await browser.context.newPage();
  await page.goto(host.baseUrl);
  const address = `${host.baseUrl}assets/worker.js`;
  return {
    draw: (message: RasterCase): Promise<RasterMade> => page.evaluate(runInWorker<RasterMade>, { address, message }),
    breakLines: (message: LinesCase): Promise<LinesMade> => page.evaluate(runInWorker<LinesMade>, { address, message }),
    layOut: (message: LayoutsCase): Promise<LayoutsMade> =>
      page.evaluate(runInWorker<LayoutsMade>, { address, message }),
    /** An image of 40x20 pixels, red at its left and blue at its right, in base64. */
    encodePicture: (type: string): Promise<string> => page.evaluate<string>(`(${redAndBlue})('${type}')`),
    /** Every path that was requested. */
    requested: host.requested,
    close: async () => {
      await browser.close();
      await host.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const redAndBlue = `(type) => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 20 });
  const context = canvas.getContext('2d');
  [['#ff0000', 0], ['#0000ff', 20]].forEach(([color, x]) => {
    context.fillStyle = color;
    context.fillRect(x, 0, 20, 20);
  });
  return canvas.toDataURL(type, 1).split(',')[1];
}`;
