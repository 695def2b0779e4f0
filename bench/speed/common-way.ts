import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { build, preview, type PreviewServer } from 'vite';
import type { PlannedNetwork } from '#workers/matting/plan.ts';
import { projectDir } from '#bridge/cli/build.ts';
import { launchChromium } from '#bridge/browser/chromium.ts';
import type { Clip } from './clips.ts';
import type { CommonPage, CommonResult } from './common-way/page.ts';
import type { BenchModel } from '../lib/models.ts';

/** Runs the common way of background removal in a page (`common-way/page.ts`), in the product's headless browser. */
export class CommonWay {
  readonly #server: PreviewServer;
  readonly #context: BrowserContext;
  readonly #page: Page;
  readonly #folder: string;

  static async open(): Promise<CommonWay> {
    const folder = await mkdtemp(join(tmpdir(), 'offcut-bench-'));
    const outDir = join(folder, 'site');
    const root = join(import.meta.dirname, 'common-way');
    await build({
      configFile: false,
      root,
      base: './',
      logLevel: 'error',
      worker: { format: 'es' },
      build: { outDir },
    });
    for (const core of ['core', 'core-mt']) {
      const from = join(projectDir, 'node_modules/@ffmpeg', core, 'dist/esm');
      await cp(from, join(outDir, core), { recursive: true });
    }
    const headers = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
    const server = await preview({
      configFile: false,
      root,
      logLevel: 'error',
      build: { outDir },
      preview: { port: 0, headers },
    });
    const context = await launchChromium({ profileDir: join(folder, 'profile') });
    const page = await context.newPage();
    await page.goto(server.resolvedUrls?.local[0] ?? '');
    await page.waitForFunction(() => 'commonWay' in globalThis);
    return new CommonWay(server, context, page, folder);
  }

  private constructor(server: PreviewServer, context: BrowserContext, page: Page, folder: string) {
    this.#server = server;
    this.#context = context;
    this.#page = page;
    this.#folder = folder;
  }

  /** Loads everything that the next run needs. */
  async prepare(clip: Clip, { entry, dir }: BenchModel, plan: PlannedNetwork): Promise<void> {
    const model = readFileSync(join(dir, plan.variant.file), 'base64');
    const parts = { entry, model, network: plan.size, video: readFileSync(clip.file, 'base64') };
    await this.#page.evaluate((given) => (globalThis as unknown as CommonPage).commonWay.load(given), parts);
  }

  /** Removes the background of the first `frameCount` frames and writes `output`, a WebM. */
  async run(clip: Clip, plan: PlannedNetwork, frameCount: number, output: string): Promise<CommonResult> {
    const { width, height, frameRate } = clip;
    const job = { width, height, frameRate, frameCount, network: plan.size };
    const result = await this.#page.evaluate(
      (given) => (globalThis as unknown as CommonPage).commonWay.run(given),
      job,
    );
    await writeFile(output, Buffer.from(result.webm, 'base64'));
    return result;
  }

  async close(): Promise<void> {
    await this.#context.close();
    await this.#server.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
