import { describe, expect, it } from 'vitest';
import { SceneCuts } from './scene-cuts.ts';

const side = 32;

function picture(light: (x: number, y: number) => number): Float32Array {
  return Float32Array.from({ length: side * side }, (_, i) => light(i % side, Math.floor(i / side)));
}

/** A person-like disc on a wall; both have some texture. */
const scene = (centre: number, wall: number, disc: number): Float32Array =>
  picture((x, y) => (Math.hypot(x - centre, y - 16) < 8 ? disc : wall) + ((x * 5 + y * 3) % 9));

describe('SceneCuts', () => {
  it('finds the cut to another scene, and only that', () => {
    const cuts = new SceneCuts(side * side);
    const frames = [10, 11, 12, 13]
      .map((at) => scene(at, 60, 180))
      .concat([20, 19, 18].map((at) => scene(at, 150, 40)));
    expect(frames.map((frame) => cuts.isCut(frame))).toEqual([false, false, false, false, true, false, false]);
  });

  it('takes no fast motion for a cut', () => {
    const cuts = new SceneCuts(side * side);
    const found = [4, 12, 20, 28, 20, 12].map((at) => cuts.isCut(scene(at, 60, 200)));
    expect(found).not.toContain(true);
  });

  it('takes no slow fade for a cut', () => {
    const cuts = new SceneCuts(side * side);
    const found = Array.from({ length: 30 }, (_, step) => cuts.isCut(scene(16, 40 + step * 5, 90 + step * 5)));
    expect(found).not.toContain(true);
  });

  it('finds two cuts close together', () => {
    const cuts = new SceneCuts(side * side);
    const frames = [scene(16, 60, 180), scene(16, 60, 180), scene(10, 200, 20), scene(10, 200, 20), scene(20, 30, 140)];
    expect(frames.map((frame) => cuts.isCut(frame))).toEqual([false, false, true, false, true]);
  });
});
