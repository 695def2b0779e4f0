import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { build } from 'vite';
import { fasterOnnxruntime } from '../../src/build/faster-onnxruntime.ts';
import { runInWorker } from '../in-page/workers.ts';
import { isFirefox, launchContext } from './browser.ts';
import { startStaticHost } from './static-host.ts';

export type GpuPage = Awaited<ReturnType<typeof openGpuPage>>;

/**
 * A page of a browser whose WebGPU is a program on the CPU: slow, never used by the product, and exact. `worker` is the
 * name of a worker of this folder. Without `hasGpu` it is a browser like that of the product's tests. With `isHardware`
 * the adapter is that of the machine.
 */
export async function openGpuPage(
  worker: string,
  { hasGpu, isHardware = false }: { readonly hasGpu: boolean; readonly isHardware?: boolean } = { hasGpu: true },
) {
  const folder = await mkdtemp(join(tmpdir(), 'offcut-gpu-'));
  const site = join(folder, 'site');
  await build({
    configFile: false,
    logLevel: 'warn',
    base: './',
    plugins: [fasterOnnxruntime()],
    build: {
      outDir: site,
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: {
        input: { worker: resolve(import.meta.dirname, worker) },
        output: { entryFileNames: 'assets/[name].js' },
      },
    },
  });
  await writeFile(join(site, 'index.html'), '<!doctype html><title>GPU</title>');
  const host = await startStaticHost({ folder: site, path: '/' });
  const context = await launchContext({
    profileDir: join(folder, 'profile'),
    ...(hasGpu && { hasGpu, flags: isFirefox || isHardware ? [] : ['--use-webgpu-adapter=swiftshader'] }),
  });
  const page = await context.newPage();
  await page.goto(host.baseUrl);
  return {
    /** Returns the response of the worker to `message`. */
    ask: <Answer extends object>(message: object): Promise<Answer> =>
      page.evaluate(runInWorker<Answer>, { address: `${host.baseUrl}assets/worker.js`, message }),
    /** Serves a file next to the worker. Returns its URL. */
    publish: async (name: string, bytes: Uint8Array): Promise<string> => {
      await mkdir(dirname(join(site, name)), { recursive: true });
      await writeFile(join(site, name), bytes);
      return host.baseUrl + name;
    },
    close: async () => {
      await context.close();
      await host.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
