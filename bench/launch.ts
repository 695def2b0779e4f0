import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import type { LaunchProposal } from '#recipes/launch-cut/proposal.ts';
import type { JobView } from '#operations/jobs.ts';
import { loudnessOfFile } from '../test/support/native.ts';
import { dataOf, startProduct, type Product } from '../test/support/product.ts';

/**
 * Makes launch cuts in the product, of the clips that are named, and judges the files with native ffmpeg: `npx tsx --tsconfig
 * test/tsconfig.json bench/launch.ts a.mp4 b.mp4 --music beat.mp3 --out folder`. Results and pictures of every shot stay in `--out`.
 */

const run = promisify(execFile);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    music: { type: 'string' },
    logo: { type: 'string' },
    out: { type: 'string', default: 'launch-bench' },
    dist: { type: 'string', default: 'dist' },
    seconds: { type: 'string', default: '15' },
    aspect: { type: 'string', default: '16:9' },
    seed: { type: 'string', default: '1' },
    speech: { type: 'boolean', default: false },
    title: { type: 'string', default: 'Everything in one take' },
    points: { type: 'string', default: 'Shoot once|Cut on the beat|Share it anywhere' },
  },
});

const pollMs = 250;

main().catch((thrown: unknown) => {
  console.error(thrown);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const out = resolve(values.out);
  await mkdir(out, { recursive: true });
  const product = await startProduct({ distDir: resolve(values.dist) });
  try {
    const { proposal, job, seconds } = await makeFilm(product);
    const file = join(out, 'film.mp4');
    await writeFile(file, await download(product, job.finalUrl ?? ''));
    const lengths = await Promise.all(positionals.map(lengthOf));
    const material = lengths.reduce((sum, length) => sum + length, 0);
    await writeFile(join(out, 'proposal.json'), JSON.stringify(proposal, null, 2));
    const { integratedLufs, truePeakDb } = await loudnessOfFile(file);
    const rows = {
      'material, s': material.toFixed(1),
      'proposal, s': seconds.proposal.toFixed(1),
      'proposal, times real time': (material / seconds.proposal).toFixed(1),
      'result, s': seconds.result.toFixed(1),
      'render, times real time': ((await lengthOf(file)) / seconds.result).toFixed(2),
      'length, s': (await lengthOf(file)).toFixed(3),
      'worst distance of a slot from a beat, frames': worstOffBeat(proposal).toFixed(3),
      'cuts on beats': await cutsOnBeats(file, proposal),
      'loudness, LUFS': integratedLufs.toFixed(1),
      'true peak, dB': truePeakDb.toFixed(1),
      warnings: job.warnings.join(' ') || 'none',
    };
    console.table(rows);
  } finally {
    await product.close();
  }
}

async function makeFilm(product: Product) {
  const materials: string[] = [];
  for (const clip of positionals) {
    materials.push(await product.upload(clip));
  }
  const body = {
    materials,
    title: values.title,
    points: values.points.split('|').filter(Boolean),
    targetSeconds: Number(values.seconds),
    aspect: values.aspect,
    seed: Number(values.seed),
    keepSpeech: values.speech,
    ...(values.music && { music: await product.upload(values.music) }),
    endCard: { text: 'offcut.app', ...(values.logo && { logoMaterial: await product.upload(values.logo) }) },
  };
  const startedAt = performance.now();
  const { id } = dataOf((await product.api<JobView>('POST', '/v1/run/launch-cut', body)).body);
  const waiting = await reach(product, id, 'awaiting_review');
  const proposedAt = performance.now();
  for (const [index, { url }] of (waiting.previews ?? []).entries()) {
    await writeFile(
      join(resolve(values.out), `slot-${String(index + 1).padStart(2, '0')}.png`),
      await download(product, url),
    );
  }
  const approvedAt = performance.now();
  dataOf((await product.api('POST', `/v1/jobs/${id}/review`, { decision: 'approve' })).body);
  const job = await reach(product, id, 'completed');
  const seconds = {
    proposal: (proposedAt - startedAt) / 1000,
    result: (performance.now() - approvedAt) / 1000,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the product has checked it by this schema
  return { proposal: waiting.proposal as LaunchProposal, job, seconds };
}

async function reach(product: Product, id: string, status: JobView['status']): Promise<JobView> {
  for (;;) {
    const job = await product.job(id);
    if (job.status === status) {
      return job;
    }
    if (job.error) {
      throw new Error(`${job.error.errorCode}: ${job.error.message}`);
    }
    await new Promise((resolved) => setTimeout(resolved, pollMs));
  }
}

const download = async ({ baseUrl, authorized }: Product, url: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(new URL(url, baseUrl), { headers: authorized })).arrayBuffer());

async function lengthOf(file: string): Promise<number> {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file]);
  return Number(stdout) || 0;
}

const frameRate = 30;

const worstOffBeat = ({ slots, beats }: LaunchProposal): number =>
  Math.max(
    ...slots.map(({ startSeconds }) => frameRate * Math.min(...beats.map((beat) => Math.abs(beat - startSeconds)))),
  );

/** How many of the places where slots meet show another picture in the file, within a frame; the end card comes by a dissolve. */
async function cutsOnBeats(file: string, { slots }: LaunchProposal): Promise<string> {
  const args = ['-v', 'error', '-i', file, '-vf', 'scale=64:36', '-pix_fmt', 'gray', '-f', 'rawvideo', '-'];
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 2 ** 30 });
  const size = 64 * 36;
  const changeAt = (frame: number): number => {
    let sum = 0;
    for (let at = 0; at < size; at++) {
      sum += Math.abs((stdout[frame * size + at] ?? 0) - (stdout[(frame - 1) * size + at] ?? 0));
    }
    return sum / size;
  };
  const cuts = slots.slice(1).filter(({ role }) => role !== 'end');
  const found = cuts.filter(({ startSeconds }) => {
    const frame = Math.round(startSeconds * frameRate);
    const near = Math.max(...[-1, 0, 1].map((shift) => changeAt(frame + shift)));
    const around = [-5, -4, -3, 3, 4, 5].map((shift) => changeAt(frame + shift)).toSorted((a, b) => a - b)[3] ?? 0;
    return near > 4 + 2 * around;
  });
  return `${found.length} of ${cuts.length}`;
}
