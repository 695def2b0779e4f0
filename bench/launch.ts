import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import type { LaunchProposal } from '#recipes/launch-cut/proposal.ts';
import type { JobView } from '#operations/jobs.ts';
import { loudnessOfFile } from '../test/support/native.ts';
import { getData, startProduct, type Product } from '../test/support/product.ts';
import { judgeFilm } from './launch/judge-film.ts';
import { reach } from './support/jobs.ts';
import { keepTable, printTable, round, today } from './table.ts';

/**
 * Creates launch cuts in the product from the named clips, one for each music and aspect ratio, and judges the files with native
 * ffmpeg. Films, proposals and preview images of every shot stay in `--out`. Each film has another seed; the first is a warm-up and
 * is reported separately.
 *
 * Without `--models` nothing is known of faces, as in a product without their model.
 *
 *   npx tsx --tsconfig test/tsconfig.json bench/launch.ts [--models FOLDER] [--music FILE ...] [--aspect 16:9 ...] [--json FILE] CLIP ...
 */

const run = promisify(execFile);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    music: { type: 'string', multiple: true, default: [] },
    aspect: { type: 'string', multiple: true, default: ['16:9'] },
    logo: { type: 'string' },
    out: { type: 'string', default: 'launch-bench' },
    dist: { type: 'string', default: 'dist' },
    models: { type: 'string' },
    seconds: { type: 'string', default: '15' },
    seed: { type: 'string', default: '1' },
    speech: { type: 'boolean', default: false },
    title: { type: 'string', default: 'Everything in one take' },
    points: { type: 'string', default: 'Shoot once|Cut on the beat|Share it anywhere' },
    json: { type: 'string' },
  },
});

const columns = [
  'music',
  'aspect ratio',
  'material, s',
  'analysis, times real time',
  'with preview images, times real time',
  'render, times real time',
  'duration, s',
  'cuts on beats',
  'black',
  'blurred',
  'repeated',
  'loudness, LUFS',
  'true peak, dB',
];
const rows: (string | number)[][] = [];

main().catch((thrown: unknown) => {
  console.error(thrown);
  process.exitCode = 1;
});

async function main(): Promise<void> {
  const modelsDirs = values.models ? [resolve(values.models)] : [];
  const product = await startProduct({ distDir: resolve(values.dist), modelsDirs });
  try {
    const takes = new Map<string, string>();
    for (const clip of positionals) {
      takes.set(await product.upload(clip), clip);
    }
    const films = [...(values.music.length > 0 ? values.music : [null])].flatMap((music) =>
      values.aspect.map((aspect) => ({ music, aspect })),
    );
    for (const [index, film] of films.entries()) {
      rows.push(await measure(product, takes, { ...film, seed: Number(values.seed) + index }));
      printTable(columns, rows);
    }
  } finally {
    await product.close();
  }
  keep();
}

type Wanted = { readonly music: string | null; readonly aspect: string; readonly seed: number };

async function measure(
  product: Product,
  takes: ReadonlyMap<string, string>,
  wanted: Wanted,
): Promise<(string | number)[]> {
  const name = wanted.music === null ? 'made' : basename(wanted.music, extname(wanted.music));
  const out = join(resolve(values.out), `${name}-${wanted.aspect.replace(':', 'x')}`);
  await mkdir(out, { recursive: true });
  const { proposal, job, seconds } = await makeFilm(product, takes, wanted, out);
  const file = join(out, 'film.mp4');
  await writeFile(file, await download(product, job.finalUrl ?? ''));
  await writeFile(join(out, 'proposal.json'), JSON.stringify(proposal, null, 2));
  const lengths = await Promise.all(positionals.map(readDuration));
  const material = lengths.reduce((sum, length) => sum + length, 0);
  const length = await readDuration(file);
  const { integratedLufs, truePeakDb } = await loudnessOfFile(file);
  const { cuts, black, blurred, repeated } = await judgeFilm(file, proposal, takes);
  return [
    name,
    wanted.aspect,
    round(material, 1),
    round(material / seconds.analysis, 1),
    round(material / seconds.proposal, 1),
    round(length / seconds.result, 2),
    round(length, 3),
    cuts.join(' of '),
    black,
    blurred,
    repeated,
    round(integratedLufs, 1),
    round(truePeakDb, 1),
  ];
}

async function makeFilm(product: Product, takes: ReadonlyMap<string, string>, wanted: Wanted, out: string) {
  const body = {
    materials: [...takes.keys()],
    title: values.title,
    points: values.points.split('|').filter(Boolean),
    targetSeconds: Number(values.seconds),
    aspect: wanted.aspect,
    seed: wanted.seed,
    keepSpeech: values.speech,
    ...(wanted.music !== null && { music: await product.upload(wanted.music) }),
    endCard: { text: 'offcut.app', ...(values.logo && { logoMaterial: await product.upload(values.logo) }) },
  };
  const startedAt = performance.now();
  const { id } = getData((await product.api<JobView>('POST', '/v1/run/launch-cut', body)).body);
  let picturesAt = Number.POSITIVE_INFINITY;
  const waiting = await reach(product, id, 'awaiting_review', ({ stage }) => {
    picturesAt = stage === 'Creating previews' ? Math.min(picturesAt, performance.now()) : picturesAt;
  });
  const proposedAt = performance.now();
  for (const [index, { url }] of (waiting.previews ?? []).entries()) {
    await writeFile(join(out, `slot-${String(index + 1).padStart(2, '0')}.png`), await download(product, url));
  }
  const approvedAt = performance.now();
  getData((await product.api('POST', `/v1/jobs/${id}/review`, { decision: 'approve' })).body);
  const job = await reach(product, id, 'completed');
  const seconds = {
    analysis: (Math.min(picturesAt, proposedAt) - startedAt) / 1000,
    proposal: (proposedAt - startedAt) / 1000,
    result: (performance.now() - approvedAt) / 1000,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the product has checked it by this schema
  return { proposal: waiting.proposal as LaunchProposal, job, seconds };
}

const download = async ({ baseUrl, authorized }: Product, url: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(new URL(url, baseUrl), { headers: authorized })).arrayBuffer());

async function readDuration(file: string): Promise<number> {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file]);
  return Number(stdout) || 0;
}

function keep(): void {
  if (values.json) {
    keepTable(values.json, {
      title: 'Films of real clips',
      command: `npx tsx --tsconfig test/tsconfig.json bench/launch.ts ${values.models ? '--models FOLDER ' : ''}--json docs/benchmarks/launch.json CLIP ...`,
      measured: today(),
      notes: [
        `Films of ${values.seconds} s from ${positionals.length} clips, each with different music, 720 pixels on the shorter side. The first row includes the start of the workers${values.models ? ' and the loading of the face model' : '; there is no face model'}. The analysis covers every frame of every clip. The preview images are those of the proposal, one for each shot, from frames cached during the analysis. Cuts on beats: cuts within one frame of the beat. Black, blurred, repeated: the number of such shots, judged by native ffmpeg on the spans that the film shows.`,
      ],
      columns,
      rows,
    });
  }
}
