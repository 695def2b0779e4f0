import { expect, it } from 'vitest';
import { Refiner } from '../matte/refiner.ts';
import { Reducer } from './small-picture.ts';
import { Workspace } from './workspace.ts';

const frameCount = 3;

it.each([
  [1, 1, 256, 256],
  [2, 8000, 64, 512],
  [8000, 2, 512, 64],
  [333, 251, 512, 384],
  [1280, 720, 256, 144],
  [3840, 2160, 512, 288],
  [1280, 720, 1280, 720],
])('has room for all processing of %i x %i at %i x %i', (width, height, smallWidth, smallHeight) => {
  const small = { width: smallWidth, height: smallHeight };
  const workspace = new Workspace({ width, height }, small, frameCount);
  const { full, kernels, alpha } = workspace;
  const reducers = Array.from({ length: frameCount }, () => new Reducer(full, small, kernels));
  const refiner = new Refiner(workspace, small, 'best', { shiftPx: 0, featherPx: 0, decontaminate: true });
  for (const reducer of reducers) {
    workspace.free.bytes.fill(100);
    reducer.reduce(workspace.free);
    expect(reducer.small.y.every((value) => value === 100)).toBe(true);
    refiner.study(new Float32Array(smallWidth * smallHeight).fill(255), reducer.small);
    workspace.take();
  }
  expect([...alpha.u, ...alpha.v].every((value) => value === 128)).toBe(true);
});

it('returns the same frame until it is taken, and then again only after all others', () => {
  const workspace = new Workspace({ width: 4, height: 4 }, { width: 4, height: 4 }, frameCount);
  const places = Array.from({ length: frameCount + 1 }, () => {
    const { free } = workspace;
    expect(workspace.free).toBe(free);
    workspace.take();
    return free;
  });
  expect(new Set(places).size).toBe(frameCount);
  expect(places.at(-1)).toBe(places[0]);
});
