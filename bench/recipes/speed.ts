import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Quality } from '#core/model/formats.ts';
import { getData, type Product } from '#test/support/product.ts';
import { defineCommand, dist, json, number } from '../command.ts';
import { timeReviewedRun } from '../lib/jobs.ts';
import { median, round } from '../lib/statistics.ts';
import { printRow, publish } from '../lib/table.ts';
import { samplesDir, withFolder, withProduct } from '../lib/workplace.ts';

const sample = join(samplesDir, 'talk.mp4');

export const speed = defineCommand({
  about: `Times recipes from the call to the proposal, and from its approval to the file. tighten and message-bubbles process a minute
of talk of 1280x720 at 30 frames/s. text-behind processes some seconds of it, and is compared with remove-background. The talk is the sample's,
over the video of CLIP (default: the sample). Native ffmpeg creates the clips.`,
  operands: '[CLIP]',
  options: {
    seconds: number('seconds of talk for tighten and message-bubbles', 60),
    matted: number('seconds of talk for text-behind', 10),
    rounds: number('measured rounds, after a warm-up', 2),
    dist,
    json: json('recipe-speed'),
  },
  run: async (values, { operands: [picture = sample], command }) => {
    const runs = await withFolder((folder) =>
      withProduct(values, async (product) => {
        const upload = async (seconds: number): Promise<Talk> => {
          const file = loopClip(join(folder, `talk-${seconds}.mp4`), picture, sample, seconds);
          return { seconds, material: await product.upload(file) };
        };
        return measure(product, await upload(values.seconds), await upload(values.matted), values.rounds);
      }),
    );
    const table = {
      title: 'From the call to the proposal, and from its approval to the file',
      command,
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
      rows: toRows(runs),
    };
    publish(table, values.json);
  },
});

/** An uploaded clip of talk. */
type Talk = { readonly material: string; readonly seconds: number };

type Timed = {
  readonly name: string;
  readonly clipSeconds: number;
  readonly proposal: number;
  readonly video: number;
  /** The time of the cutout of the same clip at the same quality; null for a recipe without a cutout. */
  readonly matte: number | null;
};

const messages = [
  'Is it really all in the browser?',
  'Every frame of it',
  'Without a server?',
  'Nothing leaves it',
].map((text, index) => ({ from: index % 2 === 0 ? 'them' : 'me', text }));

async function measure(product: Product, talk: Talk, short: Talk, rounds: number): Promise<Timed[]> {
  const runs: Timed[] = [];
  const { material, seconds } = talk;
  // The first round is a warm-up.
  for (let count = 0; count <= rounds; count++) {
    // An equal run would be answered from the previous one.
    const made = [
      await timeRun(product, 'tighten', { material, minSilenceSeconds: 0.4 + count / 100 }, seconds),
      await timeRun(product, 'message-bubbles', { material, messages, scale: 1 + count / 100 }, seconds),
      await timeTextBehind(product, 'best', short, count),
      await timeTextBehind(product, 'fast', short, count),
    ];
    runs.push(...(count > 0 ? made : []));
    made.forEach(({ name, proposal, video }) => printRow([name, round(proposal, 1), round(video, 1)]));
  }
  return runs;
}

function toRows(runs: readonly Timed[]): (string | number | null)[][] {
  const names = [...new Set(runs.map(({ name }) => name))];
  return names.map((name) => {
    const own = runs.filter((one) => one.name === name);
    const [proposal, video] = [median(own.map((one) => one.proposal)), median(own.map((one) => one.video))];
    const clipSeconds = own[0]?.clipSeconds ?? 1;
    const mattes = own.flatMap((one) => one.matte ?? []);
    const matte = mattes.length > 0 ? median(mattes) : null;
    const toShare = (part: number): number | null => matte && round(part / matte, 2);
    return [
      name,
      clipSeconds,
      matte && round(matte, 1),
      round(proposal, 1),
      round(video, 1),
      round((proposal + video) / clipSeconds, 2),
      toShare(proposal),
      toShare(proposal + video),
    ];
  });
}

async function timeTextBehind(
  product: Product,
  quality: Quality,
  { material, seconds }: Talk,
  count: number,
): Promise<Timed> {
  const startedAt = Date.now();
  getData((await product.run({ material, quality, smoothing: 50 + count / 100 })).body);
  const matte = (Date.now() - startedAt) / 1000;
  const timed = await timeRun(product, 'text-behind', { material, quality, text: `TALK ${count}` }, seconds);
  return { ...timed, name: `text-behind, \`${quality}\``, matte };
}

async function timeRun(product: Product, name: string, input: object, clipSeconds: number): Promise<Timed> {
  const { proposal, video } = await timeReviewedRun(product, name, input);
  return { name, clipSeconds, proposal, video, matte: null };
}

/** Creates a clip of 1280 by 720 at 30 frames/s with a duration of `seconds`: a repeated video, and audio or silence. */
function loopClip(file: string, picture: string, sound: string | null, seconds: number): string {
  const input = (one: string): string[] => ['-stream_loop', '-1', '-i', one];
  const inputs = [...input(picture), ...(sound === null ? [] : input(sound)), '-t', String(seconds)];
  const tracks = sound === null ? ['-map', '0:v'] : ['-map', '0:v', '-map', '1:a', '-c:a', 'aac'];
  const filter = 'scale=1280:720:force_original_aspect_ratio=increase,crop=1280:720,fps=30,setsar=1';
  const coding = '-c:v libx264 -preset veryfast -crf 20 -g 60 -pix_fmt yuv420p'.split(' ');
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...inputs, ...tracks, '-vf', filter, ...coding, file]);
  return file;
}
