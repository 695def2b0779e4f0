import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { parseArgs } from 'node:util';
import { matteScene, refineScene } from './quality/in-node.ts';
import { distDir } from '../src/bridge/build.ts';
import { sharedFolder } from '../test/support/native.ts';
import { startProduct } from '../test/support/product.ts';
import { runScene } from './quality/in-product.ts';
import { sceneMakers, type Scene } from './quality/scenes.ts';
import { scoreScene, type Result, type Score } from './quality/score.ts';

/**
 * How good mattes and edge colours of moving pictures are, against the truth: see `Score`.
 *
 *   npm run bench:quality -- [--model ID] [--quality best|fast] [--smoothing N] [--in-node] [--cache DIR] [SCENE ...]
 *
 * Scenes go through the whole product (the build in `dist`), as H.264 without loss; what is no person cannot. With
 * `--in-node` the same classes run here without codecs, and with `--cache` scenes and the model's mattes are kept there, to try out what comes after the model again and again.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string', default: 'selfie-general' },
    quality: { type: 'string', default: 'best' },
    'in-node': { type: 'boolean', default: false },
    cache: { type: 'string' },
    smoothing: { type: 'string', default: '50' },
  },
});

const columns = ['iou', 'mad', 'flicker', 'gradient', 'colour', 'black', 'white', 'green', 'halo'] as const;
const quality = values.quality === 'fast' ? 'fast' : 'best';
console.log(`${values.model} ${quality}, smoothing ${values.smoothing}`);
console.log(['scene'.padEnd(20), ...columns.map((name) => name.padStart(9))].join(''));
const names = positionals.length > 0 ? positionals : Object.keys(sceneMakers);
const options = { quality, smoothing: Number(values.smoothing) } as const;
const product = values['in-node'] ? null : await startProduct({ distDir, modelsDirs: [`${sharedFolder}/models`] });
for (const name of names) {
  const make = sceneMakers[name];
  if (!make) {
    throw new Error(`no scene is called "${name}"`);
  }
  const scene = await cached(name, make);
  if (scene.isPerson || !product) {
    const results = product ? await runScene(product, scene, options) : await runHere(scene);
    console.log(name.padEnd(20) + toRow(scoreScene(scene, results)));
  }
}
await product?.close();

async function runHere(scene: Scene): Promise<Result[]> {
  const mattes = await cached(`${scene.name}-${values.model}-${quality}`, () =>
    matteScene(scene, values.model, quality),
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
