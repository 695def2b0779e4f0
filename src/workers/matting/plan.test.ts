import { describe, expect, test } from 'vitest';
import { knownMattes } from '#core/model/manifest.ts';
import { toDeployed } from '#core/model/models.ts';
import { mirrorsCrops, planClip, type Plan } from '#workers/matting/plan.ts';

function plan(id: string, quality: 'best' | 'fast', width: number, height: number): Plan {
  const model = knownMattes.find((one) => one.id === id);
  if (!model) {
    throw new Error(`no ${id} in the manifest`);
  }
  return planClip({ models: [toDeployed(model)], width, height, quality });
}

describe('the size for a clip', () => {
  test('rvm: the long side is 384 or 512, each side a multiple of 16', () => {
    expect(plan('rvm', 'fast', 1920, 1080).picture).toEqual({ width: 384, height: 224 });
    expect(plan('rvm', 'best', 1920, 1080).picture).toEqual({ width: 512, height: 288 });
    expect(plan('rvm', 'best', 720, 1280).picture).toEqual({ width: 288, height: 512 });
  });

  test('modnet: multiples of 32 around 512', () => {
    expect(plan('modnet', 'fast', 1920, 1080).picture).toEqual({ width: 512, height: 288 });
    expect(plan('modnet', 'best', 1920, 1080).picture).toEqual({ width: 672, height: 384 });
  });

  test('the short side of a very narrow clip has a minimum', () => {
    expect(plan('rvm', 'fast', 4000, 100).picture).toEqual({ width: 384, height: 64 });
  });

  test('u2netp: its own size, because crops would take seconds', () => {
    expect(plan('u2netp', 'best', 1920, 1080)).toMatchObject({
      picture: { width: 320, height: 320 },
      usesCrops: false,
    });
  });

  test('light models use crops at `best`, and never enlarge the source', () => {
    expect(plan('selfie-general', 'best', 1920, 1080)).toMatchObject({
      networks: [{ size: { width: 256, height: 256 } }],
      picture: { width: 512, height: 288 },
      usesCrops: true,
    });
    expect(plan('selfie-general', 'best', 320, 180).picture).toEqual({ width: 320, height: 180 });
    expect(plan('selfie-general', 'fast', 1920, 1080)).toMatchObject({
      picture: { width: 256, height: 256 },
      usesCrops: false,
    });
  });
});

describe('crops run both normally and mirrored', () => {
  test('on a GPU that runs the crops of three figures in 60 ms, by the time of one crop', () => {
    // There are 14: the whole picture and two crops of each figure, twice.
    expect([0.5, 4.2].map(mirrorsCrops)).toEqual([true, true]);
    expect([4.3, 1000].map(mirrorsCrops)).toEqual([false, false]);
  });

  test('never on the CPU', () => {
    expect(mirrorsCrops(null)).toBe(false);
  });
});
