import { basename, extname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { distDir } from '#bridge/cli/build.ts';
import { probe } from '../test/support/native.ts';
import { startProduct } from '../test/support/product.ts';
import { timeReviewedRun } from './support/jobs.ts';
import { keepTable, printTable, round, today } from './table.ts';

/**
 * Measures the time of title cards from the call to the proposal (the track), and from its approval to the file, in times real
 * time. The first clip is processed once as a warm-up, so that workers and models are loaded. Uses the build in `dist`.
 *
 *   npx tsx --tsconfig test/tsconfig.json bench/title-card.ts [--models DIR] [--json docs/benchmarks/track.json] CLIP ...
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dist: { type: 'string', default: distDir },
    models: { type: 'string' },
    target: { type: 'string', default: 'auto' },
    json: { type: 'string' },
  },
});

const columns = [
  'clip',
  'size',
  's',
  'proposal, times real time',
  'render, times real time',
  'both, times real time',
  'tracked, %',
];
const product = await startProduct({
  distDir: resolve(values.dist),
  modelsDirs: values.models ? [resolve(values.models)] : [],
});
const rows: (string | number)[][] = [];
try {
  const [first] = positionals;
  await (first && measure(first, 'Warm up'));
  for (const clip of positionals) {
    rows.push(await measure(clip, 'Mira Holm'));
    printTable(columns, rows);
  }
} finally {
  await product.close();
}
if (values.json) {
  keepTable(values.json, {
    title: 'Speed of title cards',
    command: 'npx tsx --tsconfig test/tsconfig.json bench/title-card.ts --json docs/benchmarks/track.json CLIP ...',
    measured: today(),
    notes: [
      'Real clips in the product, over HTTP. Proposal: from the call until the track can be reviewed, including the search for the target and the preview images. Render: from the approval to the file. Both: the sum of the two.',
    ],
    columns,
    rows,
  });
}

async function measure(clip: string, title: string): Promise<(string | number)[]> {
  const material = await product.upload(clip);
  const { format, streams } = await probe(clip);
  const seconds = Number(format.duration);
  const { width = 0, height = 0 } = streams.find(({ codec_type: type }) => type === 'video') ?? {};
  const window = { startSeconds: 0, endSeconds: seconds };
  const body = { material, title, subtitle: 'Field producer', target: values.target, window };
  const { waiting, proposal, video } = await timeReviewedRun(product, 'tracked-title-card', body);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the product has checked it by its schema
  const { path } = waiting.proposal as { path: { state: string }[] };
  const speed = (spent: number): number => round(seconds / spent, 2);
  return [
    basename(clip, extname(clip)),
    `${width}x${height}`,
    round(seconds, 1),
    speed(proposal),
    speed(video),
    speed(proposal + video),
    round((100 * path.filter(({ state }) => state === 'tracked').length) / path.length, 1),
  ];
}
