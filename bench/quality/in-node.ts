import { loadOne, type CutOutOptions, type Matte } from '#core/protocol/runners.ts';
import { Refiner } from '#workers/media/matte/refiner.ts';
import { SceneCuts } from '#workers/media/analysis/scene-cuts.ts';
import { Smoothing } from '#workers/media/matte/smoothing.ts';
import { rgbFactors } from '#workers/media/picture/colour.ts';
import { fromRgb, toRgba } from '#workers/media/picture/rgba.ts';
import { Reducer } from '#workers/media/picture/small-picture.ts';
import { Workspace } from '#workers/media/picture/workspace.ts';
import { createNodeMatting, getModels } from './node-models.ts';
import type { Scene } from './scenes.ts';
import type { Result } from './score.ts';

const matrix = 'bt601';

export type Small = { readonly width: number; readonly height: number; readonly mattes: readonly Uint8Array[] };

/**
 * Computes the small mattes of a scene with the models, whose ids are joined by `+`, or from the ground truth for scenes without a
 * person.
 */
export async function matteScene(scene: Scene, models: string, quality: CutOutOptions['quality']): Promise<Small> {
  if (!scene.isPerson) {
    return shrinkTruth(scene);
  }
  const matting = createNodeMatting();
  const { modelId, width, height } = await loadOne(matting, {
    models: getModels(models),
    quality,
    width: scene.width,
    height: scene.height,
  });
  await matting.reset(modelId);
  const { kernels, free: planes } = new Workspace(scene, { width, height }, 1);
  const reducer = new Reducer(scene, { width, height }, kernels);
  const cuts = new SceneCuts({ width, height });
  const mattes: Uint8Array[] = [];
  for (const { shown } of scene.moments) {
    fromRgb({ bytes: shown, offset: 0, stride: 4 * scene.width, red: 0 }, planes, rgbFactors(matrix));
    reducer.reduce(planes);
    if (cuts.isCut(reducer.small.y)) {
      await matting.reset(modelId);
    }
    const { alpha }: Matte = await matting.matte(modelId, reducer.toModelPicture(matrix));
    mattes.push(alpha);
  }
  return { width, height, mattes };
}

/** Creates mattes as a good model might: the ground truth at a model's size, softened. */
function shrinkTruth(scene: Scene): Small {
  const [width, height] = [256, Math.round((256 * scene.height) / scene.width)];
  const { kernels, free: planes } = new Workspace(scene, { width, height }, 1);
  const reducer = new Reducer(scene, { width, height }, kernels);
  const mattes = scene.moments.map(({ alpha }) => {
    planes.y.set(alpha);
    reducer.reduce(planes);
    const { y } = reducer.small;
    return Uint8Array.from(y, (value, at) => {
      const right = y[at + 1] ?? value;
      const below = y[at + width] ?? value;
      return (2 * value + right + (y[at - 1] ?? value) + below + (y[at - width] ?? value)) / 6 + 0.5;
    });
  });
  return { width, height, mattes };
}

/** Runs the stages after the model as the media runner does, without codecs. */
export async function refineScene(
  scene: Scene,
  { width, height, mattes }: Small,
  options: Pick<CutOutOptions, 'quality' | 'smoothing' | 'edge'>,
): Promise<Result[]> {
  const workspace = new Workspace(scene, { width, height }, 1);
  const { kernels, free: planes, alphaPixels: alpha } = workspace;
  const reducer = new Reducer(scene, { width, height }, kernels);
  const cuts = new SceneCuts({ width, height });
  const smoothing = new Smoothing(options.smoothing, { width, height });
  const refiner = new Refiner(workspace, { width, height }, options.quality, options.edge);
  const results: Result[] = [];
  for (const [at, { shown }] of scene.moments.entries()) {
    fromRgb({ bytes: shown, offset: 0, stride: 4 * scene.width, red: 0 }, planes, rgbFactors(matrix));
    reducer.reduce(planes);
    if (cuts.isCut(reducer.small.y)) {
      smoothing.reset();
    }
    const matte = smoothing.add(mattes[at] ?? new Uint8Array(), reducer.small);
    refiner.study(matte, reducer.small);
    refiner.paint({ planes, ownAlpha: null, alpha });
    results.push(new Uint8Array(toRgba(planes, alpha, matrix).buffer));
  }
  return results;
}
