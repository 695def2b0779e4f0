import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { parseArgs } from 'node:util';
import { matteScene, refineScene } from './quality/in-node.ts';
import { distDir } from '#bridge/cli/build.ts';
import { sharedFolder } from '../test/support/native.ts';
import { startProduct } from '../test/support/product.ts';
import { runInProduct } from './quality/in-product.ts';
import { measureHalo } from './quality/halo.ts';
import { haloMakers, sceneMakers, type Scene } from './quality/scenes.ts';
import { scoreScene, type Result, type Score } from './quality/score.ts';
import { shippedModel } from '../test/support/shipped-model.ts';
import { keepTable, round, today } from './table.ts';

/**
 * Measures the quality of mattes and edge colors in video, against the ground truth (`Score`). Also measures the remains of the old
 * background at the edge of one subject over several (`Halo`).
 *
 *   npm run bench:quality -- [--model MODELS,MODELS] [--quality best|fast] [--smoothing N] [--in-node] [--cache DIR]
 *                            [--json docs/benchmarks/mattes.json] [SCENE ...]
 *
 * Scenes go through the whole product (the build in `dist`) as lossless H.264; objects cannot. With `--in-node` the same classes
 * run here without codecs. With `--cache` scenes and mattes are kept there, so that the later stages can be tried again.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string', default: 'default' },
    quality: { type: 'string', default: 'best' },
    'in-node': { type: 'boolean', default: false },
    cache: { type: 'string' },
    smoothing: { type: 'string', default: '50' },
    json: { type: 'string' },
  },
});

const columns = ['iou', 'mad', 'flicker', 'gradient', 'colour', 'black', 'white', 'green', 'ring'] as const;
const quality = values.quality === 'fast' ? 'fast' : 'best';
const options = { quality, smoothing: Number(values.smoothing) } as const;
const product = values['in-node'] ? null : await startProduct({ distDir, modelsDirs: [`${sharedFolder}/models`] });
const names = positionals.length > 0 ? positionals : [...Object.keys(sceneMakers), ...Object.keys(haloMakers)];
const rows: (string | number)[][] = [];
for (const model of values.model.split(',')) {
  console.log(`${model} ${quality}, smoothing ${values.smoothing}`);
  console.log(['scene'.padEnd(20), ...columns.map((name) => name.padStart(9))].join(''));
  for (const name of names) {
    await measure(name, model);
  }
}
await product?.close();
if (values.json) {
  keepTable(values.json, {
    title: 'Scenes',
    command: 'npm run bench:quality',
    measured: today(),
    notes: [
      `Whole clips after all stages${product ? '' : ', run in Node without codecs'}: \`${quality}\`, smoothing ${values.smoothing}. Flicker is dtSSD times 100.`,
    ],
    columns: ['scene', 'model', 'IoU', 'MAD', 'flicker'],
    rows,
  });
}

async function measure(name: string, model: string): Promise<void> {
  const make = sceneMakers[name];
  const makeHalo = haloMakers[name];
  if (make) {
    const scene = await cached(name, make);
    const [results] = await runScenes([scene], model);
    const score = results && scoreScene(scene, results);
    console.log(name.padEnd(20) + (score ? toRow(score) : ' not a person'));
    rows.push(...(score ? [[name, model, round(score.iou, 3), round(score.mad, 1), round(score.flicker, 2)]] : []));
  } else if (makeHalo) {
    const scenes = await cached(name, makeHalo);
    const results = await runScenes(scenes, model);
    const { old, tint } = measureHalo(scenes, results);
    const found = `old background ${old.toFixed(1)}, tint ${tint.toFixed(2)}`;
    console.log(`${name.padEnd(20)} ${results.length > 0 ? found : 'not a person'}`);
  } else {
    throw new Error(`no scene is called "${name}"`);
  }
}

/** Runs the scenes, except those without a model in the product. */
async function runScenes(scenes: readonly Scene[], model: string): Promise<Result[][]> {
  const all: Result[][] = [];
  for (const scene of scenes) {
    if (!product) {
      all.push(await runHere(scene, model));
    } else if (scene.isPerson) {
      all.push(await runInProduct(product, scene, { ...options, ...(model !== 'default' && { model }) }));
    }
  }
  return all;
}

async function runHere(scene: Scene, model: string): Promise<Result[]> {
  const mattes = await cached(`${scene.name}-${model}-${quality}`, () =>
    matteScene(scene, model === 'default' ? shippedModel.id : model, quality),
  );
  return refineScene(scene, mattes, { ...options, edge: { shiftPx: 0, featherPx: 0, decontaminate: true } });
}

async function cached<T>(key: string, make: () => Promise<T>): Promise<T> {
  if (!values.cache) {
    return make();
  }
  const file = join(values.cache, key);
  if (existsSync(file)) {
    return deserialize(readFileSync(file)) as T;
  }
  const made = await make();
  mkdirSync(values.cache, { recursive: true });
  writeFileSync(file, serialize(made));
  return made;
}

function toRow(score: Score): string {
  return columns.map((name) => (score[name]?.toFixed(name === 'iou' ? 4 : 2) ?? '-').padStart(9)).join('');
}
