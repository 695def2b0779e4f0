import { mkdir, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { ApiClient } from '#bridge/cli/api-client.ts';
import { distDir } from '#bridge/cli/build.ts';
import { getCanvas, writeContactSheet } from '../tools/contact-sheet/contact-sheet.ts';
import { getData, startProduct } from '../test/support/product.ts';

/**
 * Creates a contact sheet and a cutout of each clip for visual inspection, because numbers can hide visible errors. Uses the build
 * in `dist`.
 *
 *   npm run bench:look -- [--models DIR] [--quality best|fast] [--seconds N] [--out DIR] CLIP ...
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    models: { type: 'string' },
    dist: { type: 'string', default: distDir },
    quality: { type: 'string', default: 'best' },
    seconds: { type: 'string', default: '3' },
    out: { type: 'string', default: 'demo-out' },
  },
});

const product = await startProduct({ distDir: values.dist, modelsDirs: values.models ? [values.models] : [] });
await mkdir(values.out, { recursive: true });
for (const clip of positionals) {
  const startedAt = Date.now();
  const material = await product.upload(clip);
  const answer = await product.run({
    material,
    quality: values.quality,
    trim: { startSeconds: 0, endSeconds: Number(values.seconds) },
  });
  if (!answer.body.success) {
    console.log(`${basename(clip)}: ${answer.body.errorCode}: ${answer.body.message}`);
    continue;
  }
  const run = getData(answer.body);
  const file = join(values.out, `${basename(clip, extname(clip))}-${run.model}-${values.quality}.png`);
  await writeContactSheet(
    product.page,
    await getCanvas(new ApiClient(product.baseUrl, product.apiKey), run.canvasId),
    file,
  );
  const response = await fetch(new URL(run.processedVideoUrl, product.baseUrl));
  await writeFile(file.replace('.png', '.webm'), new Uint8Array(await response.arrayBuffer()));
  console.log(`${file}: ${((Date.now() - startedAt) / 1000).toFixed(1)} s ${run.warnings.join(' ')}`);
}
await product.close();
