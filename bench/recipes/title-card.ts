import { basename, extname } from 'node:path';
import { probe } from '#test/support/native.ts';
import type { Product } from '#test/support/product.ts';
import { defineCommand, dist, json, optionalText, text } from '../command.ts';
import { timeReviewedRun } from '../lib/jobs.ts';
import { round } from '../lib/statistics.ts';
import { printRow, publish } from '../lib/table.ts';
import { withProduct } from '../lib/workplace.ts';

export const titleCard = defineCommand({
  about: `Times title cards from the call to the proposal (the track), and from its approval to the file, in times real time. The
first clip is processed once as a warm-up.`,
  operands: 'CLIP ...',
  options: {
    models: optionalText('DIR', 'a folder of further models'),
    target: text('TARGET', 'the target of the recipe', 'auto'),
    dist,
    json: json('track'),
  },
  run: async (values, { operands, command }) => {
    const rows = await withProduct(values, async (product) => {
      const found: (string | number)[][] = [];
      const [first] = operands;
      await (first && measure(product, first, 'Warm up', values.target));
      for (const clip of operands) {
        found.push(await measure(product, clip, 'Mira Holm', values.target));
        printRow(found.at(-1) ?? []);
      }
      return found;
    });
    const table = {
      title: 'Speed of title cards',
      command,
      notes: [
        'Real clips in the product, over HTTP. Proposal: from the call until the track can be reviewed, including the search for the target and the preview images. Render: from the approval to the file. Both: the sum of the two.',
      ],
      columns: [
        'clip',
        'size',
        's',
        'proposal, times real time',
        'render, times real time',
        'both, times real time',
        'tracked, %',
      ],
      rows,
    };
    publish(table, values.json);
  },
});

async function measure(product: Product, clip: string, title: string, target: string): Promise<(string | number)[]> {
  const material = await product.upload(clip);
  const { format, streams } = await probe(clip);
  const seconds = Number(format.duration);
  const { width = 0, height = 0 } = streams.find(({ codec_type: type }) => type === 'video') ?? {};
  const window = { startSeconds: 0, endSeconds: seconds };
  const body = { material, title, subtitle: 'Field producer', target, window };
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
