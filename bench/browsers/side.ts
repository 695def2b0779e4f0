import { once } from 'node:events';
import { findBrowser } from '#test/support/browser.ts';
import { getData, startProduct } from '#test/support/product.ts';
import { readCpuSeconds } from '../lib/cpu-time.ts';
import type { Call, Taken } from './calls.ts';

/**
 * Runs the product in one browser, in a separate process, and answers each call that it receives with its times. Its arguments are
 * the folder of the build and the file of the clip.
 */
const [, , distDir = '', clip = ''] = process.argv;
const product = await startProduct({ distDir });
await product.api('PUT', '/sandbox/v1/credits', { credits: 1_000_000 });
const material = await product.upload(clip);
const browserPid = await findBrowser(product.browser.profileDir);
let calls = 0;

tell({ seconds: 0, cpuSeconds: 0 });
for (;;) {
  const [message] = (await once(process, 'message')) as [Call | 'close'];
  if (message === 'close') {
    break;
  }
  tell(await time(message));
}
await product.close();
process.exit();

async function time({ quality, outputFormat, seconds }: Call): Promise<Taken> {
  calls += 1;
  const trim = seconds === null ? {} : { trim: { startSeconds: 0, endSeconds: seconds } };
  // An equal run would be answered from the cache. This difference is neither visible nor measurable.
  const smoothing = 50 + calls * 1e-6;
  const [start, cpuStart] = [performance.now(), readCpuSeconds(browserPid)];
  getData((await product.run({ material, quality, outputFormat, smoothing, ...trim })).body);
  return { seconds: (performance.now() - start) / 1000, cpuSeconds: readCpuSeconds(browserPid) - cpuStart };
}

function tell(taken: Taken): void {
  process.send?.(taken);
}
