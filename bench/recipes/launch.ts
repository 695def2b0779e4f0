import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { LaunchProposal } from '#recipes/launch-cut/proposal.ts';
import type { JobView } from '#operations/jobs.ts';
import { loudnessOfFile } from '#test/support/native.ts';
import { getData, type Product } from '#test/support/product.ts';
import { defineCommand, dist, flag, json, number, optionalText, repeated, text } from '../command.ts';
import { reach } from '../lib/jobs.ts';
import { round } from '../lib/statistics.ts';
import { printRow, publish } from '../lib/table.ts';
import { withProduct } from '../lib/workplace.ts';
import { judgeFilm } from './judge-film.ts';

const run = promisify(execFile);

export const launch = defineCommand({
  about: `Creates launch cuts in the product from the named clips, one for each music and aspect ratio, and judges the files with
native ffmpeg. Films, proposals and preview images of every shot stay in --out. Each film has another seed; the first is a
warm-up. Without --models there is no face model.`,
  operands: 'CLIP ...',
  options: {
    music: repeated('FILE', "the music (default: the recipe's own)"),
    aspect: repeated('RATIO', 'the aspect ratio', ['16:9']),
    seconds: number('seconds of a film', 15),
    seed: number('the seed of the first film', 1),
    speech: flag('keep the speech'),
    title: text('TEXT', 'the title', 'Everything in one take'),
    points: text('TEXT|TEXT', 'the points', 'Shoot once|Cut on the beat|Share it anywhere'),
    logo: optionalText('FILE', 'the logo of the end card'),
    models: optionalText('DIR', 'a folder with the face model'),
    dist,
    out: text('DIR', 'folder of films and images', 'launch-bench'),
    json: json('launch'),
  },
  run: async (values, { operands, command }) => {
    const table = {
      title: 'Films of real clips',
      command,
      notes: [
        `Films of ${values.seconds} s from ${operands.length} clips, each with different music, 720 pixels on the shorter side. The first row includes the start of the workers${values.models ? ' and the loading of the face model' : '; there is no face model'}. The analysis covers every frame of every clip. The preview images are those of the proposal, one for each shot, from frames cached during the analysis. Cuts on beats: cuts within one frame of the beat. Black, blurred, repeated: the number of such shots, judged by native ffmpeg on the spans that the film shows.`,
      ],
      columns: [
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
      ],
      rows: await withProduct(values, (product) => measureAll(product, operands, values)),
    };
    publish(table, values.json);
  },
});

type Values = {
  readonly music: readonly string[];
  readonly aspect: readonly string[];
  readonly seconds: number;
  readonly seed: number;
  readonly speech: boolean;
  readonly title: string;
  readonly points: string;
  readonly logo: string | undefined;
  readonly out: string;
};

async function measureAll(product: Product, clips: readonly string[], values: Values): Promise<(string | number)[][]> {
  const takes = new Map<string, string>();
  for (const clip of clips) {
    takes.set(await product.upload(clip), clip);
  }
  const films = [...(values.music.length > 0 ? values.music : [null])].flatMap((music) =>
    values.aspect.map((aspect) => ({ music, aspect })),
  );
  const rows: (string | number)[][] = [];
  for (const [index, film] of films.entries()) {
    rows.push(await measure(product, takes, { ...film, seed: values.seed + index }, values));
    printRow(rows.at(-1) ?? []);
  }
  return rows;
}

/** One film: its music (null for the recipe's own), its aspect ratio and its seed. */
type Wanted = { readonly music: string | null; readonly aspect: string; readonly seed: number };

async function measure(
  product: Product,
  takes: ReadonlyMap<string, string>,
  wanted: Wanted,
  values: Values,
): Promise<(string | number)[]> {
  const name = wanted.music === null ? 'made' : basename(wanted.music, extname(wanted.music));
  const out = join(resolve(values.out), `${name}-${wanted.aspect.replace(':', 'x')}`);
  await mkdir(out, { recursive: true });
  const { proposal, job, seconds } = await makeFilm(product, takes, wanted, { ...values, out });
  const file = join(out, 'film.mp4');
  await writeFile(file, await download(product, job.finalUrl ?? ''));
  await writeFile(join(out, 'proposal.json'), JSON.stringify(proposal, null, 2));
  const lengths = await Promise.all([...takes.values()].map(readDuration));
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

async function makeFilm(
  product: Product,
  takes: ReadonlyMap<string, string>,
  wanted: Wanted,
  { out, ...values }: Values,
) {
  const body = {
    materials: [...takes.keys()],
    title: values.title,
    points: values.points.split('|').filter(Boolean),
    targetSeconds: values.seconds,
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
