import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { siteHeaders } from '#core/protocol/security-headers.ts';
import type { RenderOptions } from '#core/timeline/render.ts';
import { aacEncoderWorker } from '../../src/build/aac-encoder-worker.ts';
import { copyFonts } from '../../src/build/fonts.ts';
import { copyFfmpeg } from '../../src/build/platform.ts';
import { runInWorker } from '../in-page/workers.ts';
import { TestBrowser } from './browser.ts';
import type { RenderCase, RenderMade } from './render.worker.ts';
import { startStaticHost } from './static-host.ts';

/** A render of files of this machine, by the ids of their assets. The defaults are those of an export of 640x360. */
export type RenderWish = Pick<RenderOptions, 'document'> &
  Partial<RenderOptions> &
  Pick<RenderCase, 'dieAtFrame' | 'from' | 'isFileLeft'> & { readonly files: Readonly<Record<string, string>> };

export type Rendered = Omit<RenderMade, 'file'> & { readonly file: Buffer };

export type RenderPage = Awaited<ReturnType<typeof openRenderPage>>;

/** A page that renders canvases in a worker, with the fonts and the security headers of the product. */
export async function openRenderPage() {
  const folder = await mkdtemp(join(tmpdir(), 'offcut-render-'));
  const site = join(folder, 'site');
  await build({
    configFile: false,
    logLevel: 'error',
    base: './',
    plugins: [aacEncoderWorker()],
    worker: { format: 'es', plugins: () => [aacEncoderWorker()] },
    build: {
      outDir: site,
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: {
        input: { worker: resolve(import.meta.dirname, 'render.worker.ts') },
        output: { entryFileNames: 'assets/[name].js' },
      },
    },
  });
  const root = resolve(import.meta.dirname, '../..');
  copyFonts(root, site);
  copyFfmpeg(root, site);
  await writeFile(join(site, 'index.html'), '<!doctype html><title>Render</title>');
  const host = await startStaticHost({ folder: site, path: '/', headers: siteHeaders });
  const browser = await TestBrowser.launch();
  const page = await browser.context.newPage();
  await page.goto(host.baseUrl);
  let count = 0;
  return {
    render: async ({ files, dieAtFrame, from, isFileLeft, ...wish }: RenderWish): Promise<Rendered> => {
      const inputs: Record<string, string> = {};
      for (const [assetId, file] of Object.entries(files)) {
        await copyFile(file, join(site, `${++count}`));
        inputs[assetId] = `${host.baseUrl}${count}`;
      }
      const message = {
        inputs,
        options: { ...usual(wish.document, Object.keys(files)), ...wish },
        ...(dieAtFrame !== undefined && { dieAtFrame }),
        ...(from && { from }),
        ...(isFileLeft && { isFileLeft }),
      } satisfies RenderCase;
      const made = await page.evaluate(runInWorker<RenderMade>, {
        address: `${host.baseUrl}assets/worker.js`,
        message,
      });
      return { ...made, file: Buffer.from(made.file, 'base64') };
    },
    /** The profile of the browser, by which its process is found. */
    profileDir: browser.profileDir,
    close: async () => {
      await browser.close();
      await host.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const usual = (document: RenderOptions['document'], assetIds: readonly string[]): RenderOptions => ({
  document,
  assets: Object.fromEntries(assetIds.map((id) => [id, { file: id, mimeType: 'video/mp4' }])),
  outputFile: 'out',
  format: 'mp4',
  width: document.width,
  height: document.height,
  frameRate: document.frameRate,
  quality: 'best',
  span: null,
  background: '#000000',
  isWatermarked: false,
});
