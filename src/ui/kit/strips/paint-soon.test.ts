import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paintSoon } from './paint-soon.ts';

let frames: (() => void)[] = [];
let now = 0;

beforeEach(() => {
  [frames, now] = [[], 0];
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act));
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('strips that need more than their share of a frame are painted over several frames, each once', () => {
  const painted: string[] = [];
  const strips = ['a', 'b', 'c'].map((name) => () => {
    painted.push(name);
    now += 1.5;
  });
  strips.forEach((paint) => paintSoon(paint));
  strips.forEach((paint) => paintSoon(paint));
  expect(frames).toHaveLength(1);
  frames[0]?.();
  expect(painted).toEqual(['a', 'b']);
  frames[1]?.();
  expect(painted).toEqual(['a', 'b', 'c']);
  expect(frames).toHaveLength(2);
});

test('a canceled strip is not painted', () => {
  const paint = vi.fn();
  paintSoon(paint)();
  frames[0]?.();
  expect(paint).not.toHaveBeenCalled();
});
