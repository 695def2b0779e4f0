import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leaveFrame, paintSoon } from './paint-soon.ts';

let frames: (() => void)[] = [];
let now = 0;
const timeline = { currentTime: 0 };

beforeEach(() => {
  [frames, now] = [[], 0];
  vi.stubGlobal('document', { timeline });
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act));
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('strips that take longer than their share of a frame are painted over several, each once', () => {
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

test('what is taken back is not painted', () => {
  const paint = vi.fn();
  paintSoon(paint)();
  frames[0]?.();
  expect(paint).not.toHaveBeenCalled();
});

test('strips leave a few frames to who has more to do, and no more', () => {
  const paint = vi.fn();
  paintSoon(paint);
  for (let index = 0; index < 4; index += 1) {
    timeline.currentTime += 16;
    leaveFrame();
    frames[index]?.();
  }
  expect(paint).not.toHaveBeenCalled();
  timeline.currentTime += 16;
  leaveFrame();
  frames[4]?.();
  expect(paint).toHaveBeenCalledOnce();
  // What was said of a frame before is no reason to wait in this one.
  timeline.currentTime += 16;
  paintSoon(paint);
  frames[5]?.();
  expect(paint).toHaveBeenCalledTimes(2);
});
