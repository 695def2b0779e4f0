import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Quality } from '#core/model/formats.ts';
import { distDir } from '#bridge/cli/build.ts';
import { getData, startProduct } from '../test/support/product.ts';
import { timeReviewedRun } from './support/jobs.ts';
import { loopClip } from './support/loop-clip.ts';
import { median } from './support/median.ts';
import { keepTable, round, today } from './table.ts';

/**
 * Measures the time of recipes from the call to the proposal, and from its approval to the file. `tighten` and `message-bubbles`
 * process a minute of talk of 1280x720 at 30 frames/s, `text-behind` some seconds of it, compared with remove-background for the
 * same. The talk is the sample's, over the video of CLIP. Native ffmpeg creates the clips. Uses the build in `dist`.
 *
 *   npx tsx --tsconfig test/tsconfig.json bench/recipe-speed.ts [--dist FOLDER] [--rounds 2] [--json docs/benchmarks/recipe-speed.json] CLIP
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dist: { type: 'string', default: distDir },
    seconds: { type: 'string', default: '60' },
    matted: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '2' },
    json: { type: 'string' },
  },
});

type Timed = {
  readonly name: string;
  readonly clipSeconds: number;
  readonly proposal: number;
  readonly video: number;
  /** The time of the cutout of the same clip at the same quality; null for a recipe without a cutout. */
  readonly matte: number | null;
};

const sample = resolve(import.meta.dirname, '../public/sample/talk.mp4');
const messages = [
  'Is it really all in the browser?',
  'Every frame of it',
  'Without a server?',
  'Nothing leaves it',
].map((text, index) => ({ from: index % 2 === 0 ? 'them' : 'me', text }));
const folder = await mkdtemp(join(tmpdir(), 'offcut-recipe-speed-'));
const product = await startProduct({ distDir: values.dist });
try {
  await measure(positionals[0] ?? sample);
} finally {
  await product.close();
  await rm(folder, { recursive: true, force: true });
}

async function measure(picture: string): Promise<void> {
  const [seconds, matted] = [Number(values.seconds), Number(values.matted)];
  const talk = await product.upload(makeTalk(picture, seconds));
  const short = await product.upload(makeTalk(picture, matted));
  const rounds = Number(values.rounds);
  const runs: Timed[] = [];
  // The first round is a warm-up.
  for (let count = 0; count <= rounds; count++) {
    // An equal run would be answered from the previous one.
    const made = [
      await timeRun('tighten', { material: talk, minSilenceSeconds: 0.4 + count / 100 }, seconds),
      await timeRun('message-bubbles', { material: talk, messages, scale: 1 + count / 100 }, seconds),
      await timeTextBehind('best', short, matted, count),
      await timeTextBehind('fast', short, matted, count),
    ];
    if (count > 0) {
      runs.push(...made);
    }
    console.log(made);
  }
  report(runs);
}

function report(runs: readonly Timed[]): void {
  const names = [...new Set(runs.map(({ name }) => name))];
  const rows = names.map((name) => {
    const own = runs.filter((one) => one.name === name);
    const [proposal, video] = [median(own.map((one) => one.proposal)), median(own.map((one) => one.video))];
    const clipSeconds = own[0]?.clipSeconds ?? 1;
    const together = round((proposal + video) / clipSeconds, 2);
    const mattes = own.flatMap((one) => one.matte ?? []);
    const matte = mattes.length > 0 ? median(mattes) : null;
    const ofMatte = (part: number): number | null => matte && round(part / matte, 2);
    return [
      name,
      clipSeconds,
      matte && round(matte, 1),
      round(proposal, 1),
      round(video, 1),
      together,
      ofMatte(proposal),
      ofMatte(proposal + video),
    ];
  });
  const table = {
    title: 'From the call to the proposal, and from its approval to the file',
    command: 'npx tsx --tsconfig test/tsconfig.json bench/recipe-speed.ts CLIP',
    measured: `${today()}, two cores, Chromium without a GPU`,
    notes: [
      `Talk of 1280x720 at 30 frames/s; medians of ${values.rounds} runs after a warm-up. Both means proposal and video: below 1 is faster than real time. The cutout is that of the same clip alone, at the same quality; \`best\` is the default quality.`,
    ],
    columns: [
      'recipe',
      'clip, s',
      'cutout, s',
      'proposal, s',
      'video, s',
      'both, times real time',
      'proposal, times the cutout',
      'both, times the cutout',
    ],
    rows,
  };
  console.table(rows);
  if (values.json !== undefined) {
    keepTable(values.json, table);
  }
}

/** Loops the video of a clip with the talk of the sample. */
function makeTalk(picture: string, seconds: number): string {
  return loopClip(join(folder, `talk-${seconds}.mp4`), picture, sample, seconds);
}

async function timeTextBehind(quality: Quality, material: string, clipSeconds: number, count: number): Promise<Timed> {
  const startedAt = Date.now();
  getData((await product.run({ material, quality, smoothing: 50 + count / 100 })).body);
  const matte = (Date.now() - startedAt) / 1000;
  const timed = await timeRun('text-behind', { material, quality, text: `TALK ${count}` }, clipSeconds);
  return { ...timed, name: `text-behind, \`${quality}\``, matte };
}

async function timeRun(name: string, input: object, clipSeconds: number): Promise<Timed> {
  const { proposal, video } = await timeReviewedRun(product, name, input);
  return { name, clipSeconds, proposal, video, matte: null };
}
