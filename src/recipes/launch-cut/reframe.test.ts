import { describe, expect, it } from 'vitest';
import type { Region } from '#core/analysis/footage.ts';
import type { Animatable } from '#core/timeline/document.ts';
import { valueAt } from '#core/timeline/animate.ts';
import { reframe } from './reframe.ts';
import type { SeenSample } from './face-tracks.ts';

const source = { width: 1920, height: 1080 };
const portrait = { width: 720, height: 1280 };
const face = (x: number, size = 0.08): Region => ({ x, y: 0.3, width: size, height: size * 1.8 });
const seen = (
  faceAt: (seconds: number) => Region[] | null,
  attentionAt: (seconds: number) => number = () => 0.5,
): SeenSample[] =>
  Array.from({ length: 20 }, (_, at) => ({
    atSeconds: at / 5,
    sample: { faces: faceAt(at / 5), attention: { x: attentionAt(at / 5) - 0.1, y: 0.3, width: 0.2, height: 0.4 } },
  }));

/** Returns the share of a take's samples in which its faces are completely on the canvas. */
function shareInside(samples: readonly SeenSample[], { x, width }: { x: Animatable; width: number }): number {
  let [inside, count] = [0, 0];
  for (const { atSeconds, sample } of samples) {
    const left = valueAt(x, atSeconds) - width / 2;
    for (const one of sample.faces ?? []) {
      count++;
      inside += left + one.x * width >= 0 && left + (one.x + one.width) * width <= portrait.width ? 1 : 0;
    }
  }
  return inside / count;
}

const covers = ({ x, width }: { x: Animatable; width: number }): boolean =>
  Array.from({ length: 80 }, (_, at) => valueAt(x, at / 20)).every(
    (centre) => centre - width / 2 <= 1e-6 && centre + width / 2 >= portrait.width - 1e-6,
  );

describe('a reframed video', () => {
  it('fills the canvas and does not move if the aspect ratio is the same', () => {
    const framing = reframe(
      source,
      { width: 1280, height: 720 },
      seen(() => [face(0.8)]),
    );
    expect(framing).toEqual({ width: 1280, height: 720, x: 640, y: 360 });
  });

  it('hides its black borders, and shows faces as without them', () => {
    const inside = { x: 0.2, y: 0, width: 0.7, height: 0.9 };
    const faces = seen(() => [face(0.6)]);
    const framing = reframe({ ...source, inside }, { width: 1280, height: 720 }, faces);
    const edges = (from: 'x' | 'y', length: 'width' | 'height'): number[] => {
      const start = valueAt(framing[from], 1) - framing[length] / 2;
      return [start + inside[from] * framing[length], start + (inside[from] + inside[length]) * framing[length]];
    };
    const [[left = 1, right = 0], [top = 1, bottom = 0]] = [edges('x', 'width'), edges('y', 'height')];
    expect(Math.max(left, top)).toBeLessThanOrEqual(0.02);
    expect(right).toBeGreaterThanOrEqual(1279.98);
    expect(bottom).toBeGreaterThanOrEqual(719.98);
    expect(framing.width / framing.height).toBeCloseTo(source.width / source.height, 6);
    expect(shareInside(faces, reframe({ ...source, inside }, portrait, faces))).toBe(1);
  });

  it('does not move while a face stays off center', () => {
    const samples = seen((at) => [face(0.7 + 0.004 * Math.sin(9 * at))]);
    const framing = reframe(source, portrait, samples);
    expect(typeof framing.x).toBe('number');
    expect(shareInside(samples, framing)).toBe(1);
    expect(covers(framing)).toBe(true);
  });

  it('does not move for a nodding face that is larger than the frame', () => {
    const samples = seen((at) => [face(0.3 + 0.005 * Math.sin(7 * at), 0.3)]);
    expect(typeof reframe(source, portrait, samples).x).toBe('number');
  });

  it.each([0.02, 0.08, 0.15])(
    'tracks a face that crosses by %f of the width per second, and never lets it leave',
    (speed) => {
      const samples = seen((at) => [face(0.1 + speed * at)]);
      const framing = reframe(source, portrait, samples);
      expect(shareInside(samples, framing)).toBe(1);
      expect(covers(framing)).toBe(true);
    },
  );

  it('shows two faces if both fit, and the more confident one if not', () => {
    const near = seen(() => [face(0.5), face(0.6)]);
    expect(shareInside(near, reframe(source, portrait, near))).toBe(1);
    const far = seen(() => [face(0.1), face(0.8)]);
    const { x, width } = reframe(source, portrait, far);
    expect(valueAt(x, 1) - width / 2 + 0.1 * width).toBeGreaterThanOrEqual(0);
  });

  it('does not move, at the place that shows most of the others, within the limits of the first face', () => {
    // The second face enters from the left, at first too far away to be shown together with the first one all the time.
    const entering = (at: number): Region => face(Math.min(0.42, 0.05 + 0.3 * at), 0.07);
    const samples = seen((at) => [face(0.6), entering(at)]);
    const { x, width } = reframe(source, portrait, samples);
    const left = (width / 2 - valueAt(x, 0)) / width;
    expect(typeof x).toBe('number');
    expect(left).toBeLessThan(0.42);
    expect(left + portrait.width / width).toBeGreaterThan(0.68);
  });

  it('stays with a face that is lost for a while, and with one that appears late, despite other motion', () => {
    const isThere = (at: number): boolean => at > 0.9 && (at < 1.7 || at > 2.9);
    const samples = seen(
      (at) => (isThere(at) ? [face(0.75)] : []),
      () => 0.2,
    );
    const framing = reframe(source, portrait, samples);
    expect(typeof framing.x).toBe('number');
    expect(shareInside(samples, framing)).toBe(1);
  });

  it('ignores a false detection of a face', () => {
    const samples = seen((at) => (at === 2 ? [face(0.1, 0.2), face(0.7)] : [face(0.7)]));
    expect(typeof reframe(source, portrait, samples).x).toBe('number');
  });

  it('tracks a fast face smoothly: it starts earlier, and stops later', () => {
    const samples = seen((at) => [face(0.15 + 0.55 * Math.min(1, Math.max(0, (at - 1.4) / 1.2)))]);
    const framing = reframe(source, portrait, samples);
    expect(shareInside(samples, framing)).toBe(1);
    const places = samples.map(({ atSeconds }) => valueAt(framing.x, atSeconds) / framing.width);
    const steps = places.slice(1).map((place, at) => place - (places[at] ?? 0));
    const bends = steps.slice(1).map((step, at) => Math.abs(step - (steps[at] ?? 0)));
    expect(Math.max(...bends)).toBeLessThan(0.06);
  });

  it('follows the attention smoothly if there are no faces', () => {
    const samples = seen(
      () => null,
      (at) => 0.3 + 0.1 * at + 0.02 * Math.sin(40 * at),
    );
    const { x, width } = reframe(source, portrait, samples);
    const places = samples.map(({ atSeconds }) => valueAt(x, atSeconds) / width);
    const steps = places.slice(1).map((place, at) => place - (places[at] ?? 0));
    const bends = steps.slice(1).map((step, at) => Math.abs(step - (steps[at] ?? 0)));
    expect((places[0] ?? 0) - (places.at(-1) ?? 0)).toBeGreaterThan(0.15);
    expect(Math.max(...bends)).toBeLessThan(0.01);
    expect(covers({ x, width })).toBe(true);
  });
});
