import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildNamed } from '../test/support/builds.ts';
import { getData, startProduct, type Product } from '../test/support/product.ts';
import { readCpuSeconds } from './cpu-time.ts';

/**
 * Measures the time of the waveform of long audio, including decoding: in wall time, and in the CPU time of all browser processes,
 * which other programs do not increase. The audio is noise and tones in two channels, encoded by native ffmpeg.
 *
 *   npx tsx --tsconfig test/tsconfig.json bench/peaks.ts [--seconds 3600] [--codecs aac,libmp3lame,libopus,flac] [--runs 3] [--dist DIR]
 *
 * `--dist` names an existing build.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3600' },
    codecs: { type: 'string', default: 'aac,libmp3lame,libopus,flac' },
    runs: { type: 'string', default: '3' },
    dist: { type: 'string' },
  },
});

const extensions: Readonly<Record<string, string>> = { aac: 'm4a', libmp3lame: 'mp3', libopus: 'ogg', flac: 'flac' };

const folder = await mkdtemp(join(tmpdir(), 'offcut-peaks-'));
process.env['NODE_ENV'] = 'production';
const distDir = values.dist ?? join(folder, 'dist');
if (values.dist === undefined) {
  await buildNamed('product', distDir);
}
const product = await startProduct({ distDir });
try {
  for (const codec of values.codecs.split(',')) {
    const file = makeSound(codec);
    for (let run = 0; run < Number(values.runs); run += 1) {
      const { clock, processor } = await measure(product, file, run);
      console.log(
        `${codec}, ${values.seconds} s: ${clock.toFixed(1)} s of wall time, ${processor.toFixed(1)} s of CPU time`,
      );
    }
  }
} finally {
  await product.close();
  await rm(folder, { recursive: true, force: true });
}

function makeSound(codec: string): string {
  const file = join(folder, `${codec}.${extensions[codec] ?? 'mka'}`);
  const [left, right] = ['anoisesrc=a=0.2:c=pink:r=48000', 'sine=440:r=48000'].map(
    (one) => `${one}:d=${values.seconds}`,
  );
  const inputs = ['-f', 'lavfi', '-i', left ?? '', '-f', 'lavfi', '-i', right ?? ''];
  const joined = ['-filter_complex', 'amerge=inputs=2', '-c:a', codec, '-b:a', '128k'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...inputs, ...joined, file]);
  return file;
}

/** Polls until the waveform exists: a response times out after 50 s, and the work continues. Each run has a separate file. */
async function measure(
  { api, upload }: Product,
  file: string,
  run: number,
): Promise<{ clock: number; processor: number }> {
  const own = join(folder, `${run}-${file.split('/').at(-1) ?? ''}`);
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', file, '-c', 'copy', '-metadata', `title=${run}`, own]);
  const material = await upload(own);
  const [start, before] = [performance.now(), readCpuSeconds()];
  let status = 503;
  while (status === 503) {
    ({ status } = await api<{ min: number[] }>('GET', `/v1/materials/${material}/peaks?count=100`));
  }
  const peaks = await api<{ max: number[] }>('GET', `/v1/materials/${material}/peaks?count=100`);
  if (Math.max(...getData(peaks.body).max) < 0.05) {
    throw new Error('the peaks are flat');
  }
  return { clock: (performance.now() - start) / 1000, processor: readCpuSeconds() - before };
}
