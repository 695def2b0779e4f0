import { describe, expect, it } from 'vitest';
import type { MediaFacts } from '../protocol/engine-tasks.ts';
import { predictSeconds, toWorkload, type RunSample, type Workload } from './run-pace.ts';

const facts = (change: Partial<MediaFacts> = {}): MediaFacts => ({
  kind: 'video',
  width: 1280,
  height: 720,
  durationSeconds: 10,
  frameRate: 24,
  hasSound: true,
  fault: null,
  ...change,
});

/** A device that needs two seconds before the first frame, and for each frame 9 ms and 11 ms per megapixel. */
function measure(frameCount: number, width: number, height: number): RunSample {
  const pixels = width * height;
  const workSeconds = 2 + frameCount * (0.009 + (0.011 * pixels) / 1e6);
  return { frameCount, pixels, startSeconds: 2, workSeconds };
}

describe('toWorkload', () => {
  it('counts the frames within the trim and the video', () => {
    expect(toWorkload([facts()], {})).toEqual({ frameCount: 240, pixels: 921_600 });
    expect(toWorkload([facts()], { trim: { startSeconds: 4, endSeconds: 12 } })?.frameCount).toBe(144);
  });

  it('weights the sizes of several files with their frames', () => {
    const small = facts({ width: 640, height: 360, durationSeconds: 30 });
    expect(toWorkload([facts(), small], {})).toEqual({ frameCount: 960, pixels: (921_600 + 3 * 230_400) / 4 });
  });

  it('is null without known frames', () => {
    expect(toWorkload([null], {})).toBeNull();
    expect(toWorkload([facts({ frameRate: null })], {})).toBeNull();
    expect(toWorkload([facts()], { trim: { startSeconds: 20, endSeconds: 30 } })).toBeNull();
  });
});

const predict = (samples: readonly RunSample[], run: Workload) => predictSeconds(samples, run, 'fast');

describe('predictSeconds', () => {
  it('is null without a measured run', () => {
    expect(predict([], { frameCount: 240, pixels: 921_600 })).toBeNull();
  });

  it('predicts an hour from ten seconds of the same size', () => {
    const hour = measure(86_400, 1280, 720);
    expect(predict([measure(240, 1280, 720)], hour)).toBeCloseTo(hour.workSeconds, 6);
  });

  it('is right within 20 % for another size after one run', () => {
    const after = [measure(240, 1280, 720)];
    for (const run of [measure(1000, 640, 360), measure(1000, 1920, 1080)]) {
      expect((predict(after, run) ?? 0) / run.workSeconds).toBeGreaterThan(0.8);
      expect((predict(after, run) ?? 0) / run.workSeconds).toBeLessThan(1.2);
    }
  });

  it('learns the influence of the size, from a device with another one than measured for the product', () => {
    const slowPixels = (frameCount: number, width: number, height: number): RunSample => {
      const seconds = 0.005 + (0.02 * width * height) / 1e6;
      return { frameCount, pixels: width * height, startSeconds: 2, workSeconds: 2 + frameCount * seconds };
    };
    const large = slowPixels(1000, 3840, 2160);
    const error = (after: readonly RunSample[]) => Math.abs((predict(after, large) ?? 0) / large.workSeconds - 1);
    const one = slowPixels(1000, 1280, 720);
    expect(error([one])).toBeGreaterThan(0.2);
    expect(error([one, slowPixels(1000, 640, 360), one, slowPixels(1000, 1920, 1080)])).toBeLessThan(0.2);
  });

  it('one run that other programs disturbed does not count much', () => {
    const [small, usual] = [measure(1000, 640, 360), measure(1000, 1280, 720)];
    const disturbed = { ...usual, workSeconds: 2 * usual.workSeconds };
    const large = measure(1000, 1920, 1080);
    const share = (predict([usual, small, usual, disturbed, small, usual], large) ?? 0) / large.workSeconds;
    expect(share).toBeGreaterThan(0.8);
    expect(share).toBeLessThan(1.4);
  });

  it('follows a device or a version that becomes faster', () => {
    const slow = measure(240, 1280, 720);
    const fast = { ...slow, workSeconds: 2 + (slow.workSeconds - 2) / 3 };
    const after = [slow, slow, slow, fast, fast, fast, fast, fast];
    const error = (predict(after, fast) ?? 0) / fast.workSeconds;
    expect(error).toBeGreaterThanOrEqual(1);
    expect(error).toBeLessThan(1.2);
  });

  it('never predicts less time than that before the first frame', () => {
    const odd = [measure(240, 640, 360), { ...measure(240, 1280, 720), workSeconds: 2.1 }];
    expect(predict(odd, { frameCount: 100, pixels: 8e6 })).toBeGreaterThanOrEqual(2);
  });
});
