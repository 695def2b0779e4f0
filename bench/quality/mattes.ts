import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Quality } from '#core/model/formats.ts';
import { sharedFolder } from '#test/support/native.ts';
import type { Product } from '#test/support/product.ts';
import { shippedModel } from '#test/support/shipped-model.ts';
import { choice, defineCommand, dist, flag, json, list, number, optionalText } from '../command.ts';
import { round } from '../lib/statistics.ts';
import { publish } from '../lib/table.ts';
import { withProduct } from '../lib/workplace.ts';
import { measureHalo } from './halo.ts';
import { matteScene, refineScene } from './in-node.ts';
import { runInProduct } from './in-product.ts';
import { haloMakers, sceneMakers, type Scene } from './scenes.ts';
import { scoreScene, type Result, type Score } from './score.ts';

export const mattes = defineCommand({
  about: `Measures the quality of mattes and edge colors in video, against the ground truth. Also measures the remains of the old
background at the edge of one subject over several backgrounds. Scenes go through the whole product as lossless H.264;
objects cannot. With --in-node, the same classes run in Node, without codecs.`,
  operands: '[SCENE ...]',
  options: {
    model: list('MODELS', 'model ids, or default for runs that name none', ['default']),
    quality: choice(['best', 'fast'], 'quality', 'best'),
    smoothing: number('smoothing', 50),
    'in-node': flag('run in Node'),
    cache: optionalText('DIR', 'keep scenes and mattes there, to try the later stages again'),
    dist,
    json: json('mattes'),
  },
  run: async (values, { operands, command }) => {
    const names = operands.length > 0 ? operands : [...Object.keys(sceneMakers), ...Object.keys(haloMakers)];
    const isInNode = values['in-node'];
    const rows = isInNode
      ? await measureAll({ ...values, product: null }, names)
      : await withProduct({ dist: values.dist, models: `${sharedFolder}/models` }, (product) =>
          measureAll({ ...values, product }, names),
        );
    const table = {
      title: 'Scenes',
      command,
      notes: [
        `Whole clips after all stages${isInNode ? ', run in Node without codecs' : ''}: \`${values.quality}\`, smoothing ${values.smoothing}. Flicker is dtSSD times 100.`,
      ],
      columns: ['scene', 'model', 'IoU', 'MAD', 'flicker'],
      rows,
    };
    publish(table, values.json);
  },
});

const columns = ['iou', 'mad', 'flicker', 'gradient', 'colour', 'black', 'white', 'green', 'ring'] as const;

type Setup = {
  readonly model: readonly string[];
  readonly quality: Quality;
  readonly smoothing: number;
  readonly cache: string | undefined;
  /** The product; null to run in Node. */
  readonly product: Product | null;
};

async function measureAll(setup: Setup, names: readonly string[]): Promise<(string | number)[][]> {
  const rows: (string | number)[][] = [];
  for (const model of setup.model) {
    console.log(`${model} ${setup.quality}, smoothing ${setup.smoothing}`);
    console.log(['scene'.padEnd(20), ...columns.map((name) => name.padStart(9))].join(''));
    for (const name of names) {
      rows.push(...(await measure(setup, name, model)));
    }
  }
  return rows;
}

/** Measures a scene, and prints all its figures. Returns its row, if it has one. */
async function measure(setup: Setup, name: string, model: string): Promise<(string | number)[][]> {
  const make = sceneMakers[name];
  const makeHalo = haloMakers[name];
  if (make) {
    const scene = await cached(setup, name, make);
    const [results] = await runScenes(setup, [scene], model);
    const score = results && scoreScene(scene, results);
    console.log(name.padEnd(20) + (score ? toLine(score) : ' not a person'));
    return score ? [[name, model, round(score.iou, 3), round(score.mad, 1), round(score.flicker, 2)]] : [];
  }
  if (!makeHalo) {
    throw new Error(`There is no scene "${name}".`);
  }
  const scenes = await cached(setup, name, makeHalo);
  const results = await runScenes(setup, scenes, model);
  const { old, tint } = measureHalo(scenes, results);
  const found = `old background ${old.toFixed(1)}, tint ${tint.toFixed(2)}`;
  console.log(`${name.padEnd(20)} ${results.length > 0 ? found : 'not a person'}`);
  return [];
}

/** Runs the scenes, except those without a model in the product. */
async function runScenes(setup: Setup, scenes: readonly Scene[], model: string): Promise<Result[][]> {
  const { product, quality, smoothing } = setup;
  const all: Result[][] = [];
  for (const scene of scenes) {
    if (!product) {
      all.push(await runHere(setup, scene, model));
    } else if (scene.isPerson) {
      all.push(await runInProduct(product, scene, { quality, smoothing, ...(model !== 'default' && { model }) }));
    }
  }
  return all;
}

async function runHere(setup: Setup, scene: Scene, model: string): Promise<Result[]> {
  const { quality, smoothing } = setup;
  const small = await cached(setup, `${scene.name}-${model}-${quality}`, () =>
    matteScene(scene, model === 'default' ? shippedModel.id : model, quality),
  );
  const edge = { shiftPx: 0, featherPx: 0, decontaminate: true };
  return refineScene(scene, small, { quality, smoothing, edge });
}

async function cached<T>({ cache }: Setup, key: string, make: () => Promise<T>): Promise<T> {
  if (cache === undefined) {
    return make();
  }
  const file = join(cache, key);
  if (existsSync(file)) {
    return deserialize(readFileSync(file)) as T;
  }
  const made = await make();
  mkdirSync(cache, { recursive: true });
  writeFileSync(file, serialize(made));
  return made;
}

function toLine(score: Score): string {
  return columns.map((name) => (score[name]?.toFixed(name === 'iou' ? 4 : 2) ?? '-').padStart(9)).join('');
}
