import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Quality } from '#core/model/formats.ts';
import { distDir } from '#bridge/cli/build.ts';
import { iou, mean, meanAbsoluteDifference } from '../test/support/matte-metrics.ts';
import { getData, startProduct } from '../test/support/product.ts';
import { shippedModel } from '../test/support/shipped-model.ts';
import { listPanel } from './models.ts';
import { matteScene, refineScene } from './quality/in-node.ts';
import { runInProduct } from './quality/in-product.ts';
import type { Scene } from './quality/scenes.ts';
import { keepTable, round, today } from './table.ts';

/**
 * Measures the mattes of stills of people, each as a short clip through the whole product (the build in `dist`): IoU, the share of
 * images below .8, and the mean absolute difference times 1000. An image without a mask contains no person: for those images, the
 * bench reports the share in which more than a hundredth is classified as a person.
 *
 *   npm run bench:stills -- [--stills DIR] [--dist DIR] [--shared] [--in-node] [--quality best,fast] [--every N]
 *                           [--each] [--json docs/benchmarks/mattes.json] [MODELS ...]
 *
 * MODELS are model ids, or `default` for runs that name none. With `--shared` the small models of the shared folder are added
 * to the product. With `--in-node` the same classes run here without codecs, and ids may be joined by `+`. With `--each` the
 * figures of every picture are printed too.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    stills: { type: 'string', default: resolve(import.meta.dirname, '../../shared/training/test') },
    dist: { type: 'string', default: distDir },
    shared: { type: 'boolean', default: false },
    'in-node': { type: 'boolean', default: false },
    quality: { type: 'string', default: 'best,fast' },
    every: { type: 'string', default: '1' },
    each: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const longestSide = 960;
/** The share of an image without people that may be classified as a person. */
const falseAlarmShare = 0.01;

type Found = { readonly iou: number; readonly mad: number; readonly isEmpty: boolean; readonly share: number };

if (!existsSync(values.stills)) {
  throw new Error('the shared stills are not here');
}
const product = values['in-node'] ? null : await startProduct({ distDir: values.dist });
await product?.api('PUT', '/sandbox/v1/credits', { credits: 1_000_000 });
for (const { added } of product && values.shared ? listPanel() : []) {
  if (product && added) {
    getData((await product.addModel(added.entry, added.file)).body);
  }
}
const rows: (string | number)[][] = [];
const pictures = listPictures().filter((_, at) => at % Number(values.every) === 0);
for (const models of positionals.length > 0 ? positionals : [values['in-node'] ? shippedModel.id : 'default']) {
  for (const quality of values.quality.split(',').filter((one) => one === 'best' || one === 'fast')) {
    const found: Found[] = [];
    for (const picture of pictures) {
      const scene = toScene(picture);
      const one = score(scene, await findAlpha(scene, models, quality), picture.mask === null);
      found.push(one);
      if (values.each) {
        console.log(
          `${basename(picture.file)}: IoU ${one.iou.toFixed(4)}, MAD ${one.mad.toFixed(2)}, share ${one.share.toFixed(3)}`,
        );
      }
    }
    report(models, quality, found);
  }
}
await product?.close();
if (values.json) {
  keepTable(values.json, {
    title: 'Stills',
    command: 'npm run bench:stills',
    measured: today(),
    notes: [
      'Stills of people with masks, each as a clip through the whole product. IoU at alpha above .5, the share of images below .8, and the mean absolute error of alpha, times 1000.',
    ],
    columns: ['model', 'quality', 'images', 'IoU', 'below .8, %', 'MAD'],
    rows,
  });
}

function report(models: string, quality: Quality, found: readonly Found[]): void {
  const people = found.filter(({ isEmpty }) => !isEmpty);
  const empty = found.filter(({ isEmpty }) => isEmpty);
  if (people.length > 0) {
    const overlap = mean(people.map((one) => one.iou));
    const low = (100 * people.filter((one) => one.iou < 0.8).length) / people.length;
    const mad = mean(people.map((one) => one.mad));
    console.log(
      `${models} ${quality}: n ${people.length}, IoU ${overlap.toFixed(4)}, below .8 ${low.toFixed(1)} %, MAD ${mad.toFixed(2)}`,
    );
    rows.push([models, quality, people.length, round(overlap, 3), round(low, 0), round(mad, 1)]);
  }
  if (empty.length > 0) {
    const alarms = (100 * empty.filter(({ share }) => share > falseAlarmShare).length) / empty.length;
    console.log(
      `${models} ${quality}: ${empty.length} images without people, a person found in ${alarms.toFixed(1)} %`,
    );
  }
}

async function findAlpha(scene: Scene, models: string, quality: Quality): Promise<Uint8Array> {
  const options = { quality, smoothing: 50 } as const;
  const results = product
    ? // An image without any subject has no result.
      await runInProduct(product, scene, { ...options, ...(models !== 'default' && { model: models }) }).catch(
        toNothing,
      )
    : await refineScene(scene, await matteScene(scene, models, quality), {
        ...options,
        edge: { shiftPx: 0, featherPx: 0, decontaminate: true },
      });
  const rgba = results.at(-1);
  return Uint8Array.from({ length: scene.width * scene.height }, (_, at) => rgba?.[4 * at + 3] ?? 0);
}

function toNothing(error: unknown): Uint8Array[] {
  if (String(error).includes('NO_SUBJECT')) {
    return [];
  }
  throw error;
}

function score({ moments: [moment] }: Scene, alpha: Uint8Array, isEmpty: boolean): Found {
  const truth = moment?.alpha ?? alpha;
  return {
    iou: iou(alpha, truth),
    mad: meanAbsoluteDifference(alpha, truth),
    isEmpty,
    share: alpha.filter((value) => value > 127).length / alpha.length,
  };
}

type Picture = { readonly file: string; readonly mask: string | null };

/** Lists the images of the folder, with masks of the same names next to them, if they exist. */
function listPictures(): Picture[] {
  const folder = join(values.stills, 'Training_Images');
  const isSorted = existsSync(folder);
  return readdirSync(isSorted ? folder : values.stills)
    .filter((name) => /\.(jpe?g|png|webp)$/.test(name))
    .map((name) => {
      const mask = join(values.stills, 'Ground_Truth', name.replace(/\.\w+$/, '.png'));
      return { file: join(isSorted ? folder : values.stills, name), mask: existsSync(mask) ? mask : null };
    });
}

/** Creates two equal frames of even sides. */
function toScene({ file, mask }: Picture): Scene {
  const probe = ['-v', 'error', '-show_entries', 'stream=width,height', '-of', 'csv=p=0', file];
  const [fullWidth = 0, fullHeight = 0] = execFileSync('ffprobe', probe).toString().split(',').map(Number);
  const scale = Math.min(1, longestSide / Math.max(fullWidth, fullHeight));
  const even = (side: number): number => 2 * Math.max(1, Math.floor((side * scale) / 2));
  const [width, height] = [even(fullWidth), even(fullHeight)];
  const shown = decode(file, width, height, 'rgba');
  const alpha = mask ? decode(mask, width, height, 'gray') : new Uint8Array(width * height);
  const moment = { shown, alpha, foreground: null, background: null };
  return { name: file, width, height, moments: [moment, moment], isPerson: true };
}

function decode(file: string, width: number, height: number, pixels: 'rgba' | 'gray'): Uint8Array {
  const scale = ['-vf', `scale=${width}:${height}:flags=area`];
  const args = ['-v', 'error', '-i', file, ...scale, '-f', 'rawvideo', '-pix_fmt', pixels, '-'];
  return new Uint8Array(execFileSync('ffmpeg', args, { maxBuffer: 1 << 27 }));
}
