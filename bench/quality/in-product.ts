import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CutOutOptions } from '#core/protocol/runners.ts';
import { decodeFrames } from '#test/support/native.ts';
import { getData, type Product } from '#test/support/product.ts';
import type { Scene } from './scenes.ts';
import type { Result } from './score.ts';

/** Runs a scene through the whole product, from file to file. */
export async function runInProduct(
  product: Product,
  scene: Scene,
  options: Pick<CutOutOptions, 'quality' | 'smoothing'> & { readonly model?: string },
): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'offcut-quality-'));
  try {
    const clip = join(folder, 'scene.mp4');
    await encode(scene, clip);
    const run = getData((await product.run({ material: await product.upload(clip), ...options })).body);
    const response = await fetch(new URL(run.processedVideoUrl, product.baseUrl));
    const result = join(folder, 'result.webm');
    await writeFile(result, new Uint8Array(await response.arrayBuffer()));
    const { width, height } = scene;
    return await decodeFrames(result, { width, height, pixels: 'rgba', decoder: 'libvpx-vp9' });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Nearly lossless, in the color matrix that players expect of small videos. */
async function encode({ moments, width, height }: Scene, file: string): Promise<void> {
  const args = `-v error -y -f rawvideo -pix_fmt rgba -s ${width}x${height} -r 25 -i - -c:v libx264 -crf 4`;
  const colours = '-pix_fmt yuv420p -colorspace smpte170m -color_primaries smpte170m -color_trc smpte170m';
  const child = spawn('ffmpeg', `${args} ${colours} ${file}`.split(' '), { stdio: ['pipe', 'ignore', 'inherit'] });
  const closed = once(child, 'close');
  for (const { shown } of moments) {
    if (!child.stdin.write(shown)) {
      await once(child.stdin, 'drain');
    }
  }
  child.stdin.end();
  const [code] = await closed;
  if (code !== 0) {
    throw new Error(`ffmpeg could not encode the scene ${file}`);
  }
}
