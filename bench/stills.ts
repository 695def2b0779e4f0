import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Quality } from '#core/formats.ts';
import { parseArgs } from 'node:util';
import { loadOne } from '#core/runners.ts';
import { iou, mean, meanAbsoluteDifference } from '../test/support/matte-metrics.ts';
import { shippedModel } from '../test/support/shipped-model.ts';
import { createNodeMatting, getModel } from './support/models.ts';
import { keepTable, round, today } from './table.ts';

/**
 * The quality of the mattes of single pictures, before the media runner refines them, on the stills of the shared folder: IoU,
 * the share of pictures below .8, and the mean absolute difference times 1000.
 *
 *   npm run bench:stills -- [--json docs/benchmarks/mattes.json] [model id ...]
 */
const root = resolve(import.meta.dirname, '..');
const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } });
const stills = resolve(root, '../shared/training/test');

type Still = { rgb: Uint8Array; truth: Uint8Array; width: number; height: number; file: string };

if (!existsSync(stills)) {
  throw new Error('the shared stills are not here');
}
const rows: (string | number)[][] = [];
for (const modelId of positionals.length > 0 ? positionals : [shippedModel.id]) {
  for (const quality of ['fast', 'best'] as const) {
    const scores = await score(modelId, quality);
    const ious = scores.map((one) => one.iou);
    const low = (100 * ious.filter((one) => one < 0.8).length) / ious.length;
    const mad = mean(scores.map((one) => one.mad));
    console.log(
      `${modelId} ${quality}: n ${ious.length}, IoU ${mean(ious).toFixed(4)}, below .8 ${low.toFixed(0)} %, MAD ${mad.toFixed(1)}`,
    );
    rows.push([modelId, quality, ious.length, round(mean(ious), 3), round(low, 0), round(mad, 1)]);
  }
}
if (values.json) {
  keepTable(values.json, {
    title: 'Stills',
    command: 'npm run bench:stills',
    measured: today(),
    notes: [
      'Stills of people with masks, before the media runner refines anything; `best` looks twice. IoU at alpha above .5, the share of pictures below .8, and the mean absolute error of alpha, of 1000.',
    ],
    columns: ['model', 'quality', 'pictures', 'IoU', 'below .8, %', 'MAD'],
    rows,
  });
}

async function score(modelId: string, quality: Quality): Promise<{ iou: number; mad: number }[]> {
  const matting = createNodeMatting();
  const model = getModel(modelId);
  const scores: { iou: number; mad: number }[] = [];
  for (const still of listStills()) {
    const { width, height } = await loadOne(matting, {
      model,
      quality,
      width: still.width,
      height: still.height,
    });
    const rgb = decode(still.file, width, height, 'rgb24');
    const { alpha } = await matting.matte(modelId, { width, height, rgb });
    await matting.reset(modelId);
    const truth = decode(
      still.file.replace('Training_Images', 'Ground_Truth').replace(/jpg$/, 'png'),
      width,
      height,
      'gray',
    );
    scores.push({ iou: iou(alpha, truth), mad: meanAbsoluteDifference(alpha, truth) });
  }
  return scores;
}

function listStills(): Pick<Still, 'file' | 'width' | 'height'>[] {
  const folder = join(stills, 'Training_Images');
  return readdirSync(folder).map((name) => {
    const file = join(folder, name);
    const size = execFileSync('ffprobe', [
      '-v',
      'error',
      '-show_entries',
      'stream=width,height',
      '-of',
      'csv=p=0',
      file,
    ]);
    const [width = 0, height = 0] = size.toString().split(',').map(Number);
    return { file, width, height };
  });
}

function decode(file: string, width: number, height: number, pixels: 'rgb24' | 'gray'): Uint8Array {
  const args = [
    '-v',
    'error',
    '-i',
    file,
    '-vf',
    `scale=${width}:${height}:flags=area`,
    '-f',
    'rawvideo',
    '-pix_fmt',
    pixels,
    '-',
  ];
  return new Uint8Array(execFileSync('ffmpeg', args, { maxBuffer: 1 << 27 }));
}
