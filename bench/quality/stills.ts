import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Quality } from '#core/model/formats.ts';
import { iou, mean, meanAbsoluteDifference } from '#test/support/matte-metrics.ts';
import { sharedFolder } from '#test/support/native.ts';
import { getData, type Product } from '#test/support/product.ts';
import { shippedModel } from '#test/support/shipped-model.ts';
import { defineCommand, dist, flag, json, list, number, text } from '../command.ts';
import { listPanel } from '../lib/models.ts';
import { round } from '../lib/statistics.ts';
import { publish } from '../lib/table.ts';
import { withProduct } from '../lib/workplace.ts';
import { matteScene, refineScene } from './in-node.ts';
import { runInProduct } from './in-product.ts';
import type { Scene } from './scenes.ts';

export const stills = defineCommand({
  about: `Measures the mattes of stills of people, each as a short clip through the whole product: IoU, the share of images below .8,
and the mean absolute difference times 1000. An image without a mask contains no person: for those images, prints the share
in which more than a hundredth is classified as a person. MODELS are model ids, or default for runs that name none.`,
  operands: '[MODELS ...]',
  options: {
    stills: text('DIR', 'folder of Training_Images and Ground_Truth', join(sharedFolder, 'training/test')),
    shared: flag('add the small models of the shared folder to the product'),
    'in-node': flag('run in Node, without codecs; ids may be joined by +'),
    quality: list('QUALITY', 'qualities', ['best', 'fast']),
    every: number('measure only every nth image', 1),
    each: flag('print the figures of every image'),
    dist,
    json: json('mattes'),
  },
  run: async (values, { operands, command }) => {
    if (!existsSync(values.stills)) {
      throw new Error(`The folder of stills is missing: ${values.stills}`);
    }
    const names = operands.length > 0 ? operands : [values['in-node'] ? shippedModel.id : 'default'];
    const rows = values['in-node']
      ? await measureAll(null, names, values)
      : await withProduct(values, (product) => measureAll(product, names, values));
    const table = {
      title: 'Stills',
      command,
      notes: [
        'Stills of people with masks, each as a clip through the whole product. IoU at alpha above .5, the share of images below .8, and the mean absolute error of alpha, times 1000.',
      ],
      columns: ['model', 'quality', 'images', 'IoU', 'below .8, %', 'MAD'],
      rows,
    };
    publish(table, values.json);
  },
});

const longestSide = 960;
/** The share of an image without people that may be classified as a person. */
const falseAlarmShare = 0.01;

type Found = { readonly iou: number; readonly mad: number; readonly isEmpty: boolean; readonly share: number };

async function measureAll(
  product: Product | null,
  names: readonly string[],
  values: Readonly<Record<'shared' | 'each', boolean>> & {
    readonly stills: string;
    readonly quality: readonly string[];
    readonly every: number;
  },
): Promise<(string | number)[][]> {
  for (const { added } of product && values.shared ? listPanel() : []) {
    if (product && added) {
      getData((await product.addModel(added.entry, added.file)).body);
    }
  }
  const pictures = listPictures(values.stills).filter((_, at) => at % values.every === 0);
  const rows: (string | number)[][] = [];
  for (const models of names) {
    for (const quality of values.quality.filter((one) => one === 'best' || one === 'fast')) {
      const found: Found[] = [];
      for (const picture of pictures) {
        const scene = toScene(picture);
        const one = score(scene, await findAlpha(product, scene, models, quality), picture.mask === null);
        found.push(one);
        if (values.each) {
          console.log(
            `${basename(picture.file)}: IoU ${one.iou.toFixed(4)}, MAD ${one.mad.toFixed(2)}, share ${one.share.toFixed(3)}`,
          );
        }
      }
      rows.push(...sumUp(models, quality, found));
    }
  }
  return rows;
}

/** Sums up the images of people, and prints the false alarms of the others. */
function sumUp(models: string, quality: Quality, found: readonly Found[]): (string | number)[][] {
  const people = found.filter(({ isEmpty }) => !isEmpty);
  const empty = found.filter(({ isEmpty }) => isEmpty);
  if (empty.length > 0) {
    const alarms = (100 * empty.filter(({ share }) => share > falseAlarmShare).length) / empty.length;
    console.log(
      `${models} ${quality}: ${empty.length} images without people, a person found in ${alarms.toFixed(1)} %`,
    );
  }
  if (people.length === 0) {
    return [];
  }
  const overlap = mean(people.map((one) => one.iou));
  const low = (100 * people.filter((one) => one.iou < 0.8).length) / people.length;
  const mad = mean(people.map((one) => one.mad));
  return [[models, quality, people.length, round(overlap, 3), round(low, 0), round(mad, 1)]];
}

async function findAlpha(product: Product | null, scene: Scene, models: string, quality: Quality): Promise<Uint8Array> {
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
function listPictures(stills: string): Picture[] {
  const folder = join(stills, 'Training_Images');
  const isSorted = existsSync(folder);
  return readdirSync(isSorted ? folder : stills)
    .filter((name) => /\.(jpe?g|png|webp)$/.test(name))
    .map((name) => {
      const mask = join(stills, 'Ground_Truth', name.replace(/\.\w+$/, '.png'));
      return { file: join(isSorted ? folder : stills, name), mask: existsSync(mask) ? mask : null };
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
