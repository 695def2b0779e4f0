import { expect, it } from 'vitest';
import type { TrackPoint } from '#core/analysis/track.ts';
import { thinPath } from './thin-path.ts';

const point = (index: number, state: TrackPoint['state'] = 'tracked'): TrackPoint => ({
  atSeconds: index / 30,
  x: 300 + 200 * Math.sin(index / 300),
  y: 100,
  width: 60,
  height: 60,
  confidence: 0.9,
  state,
});

it('keeps a short path complete', () => {
  const path = Array.from({ length: 500 }, (_, index) => point(index));
  expect(thinPath(path)).toEqual(path);
});

it('reduces an hour to the shape of the path, and keeps each change of state', () => {
  const path = Array.from({ length: 108_000 }, (_, index) =>
    point(index, index >= 5000 && index < 5100 ? 'lost' : 'tracked'),
  );
  const thin = thinPath(path);
  expect(thin.length).toBeLessThanOrEqual(6000);
  expect(thin.filter(({ state }) => state === 'lost').map(({ atSeconds }) => Math.round(30 * atSeconds))).toEqual(
    expect.arrayContaining([5000, 5099]),
  );
  for (const one of path.filter((_, index) => index % 997 === 0)) {
    const next = thin.findIndex(({ atSeconds }) => atSeconds >= one.atSeconds);
    const [a, b] = [thin[Math.max(0, next - 1)], thin[next]];
    if (!a || !b) {
      throw new Error('the ends of a path are kept');
    }
    const share = b.atSeconds > a.atSeconds ? (one.atSeconds - a.atSeconds) / (b.atSeconds - a.atSeconds) : 0;
    expect(Math.abs(a.x + (b.x - a.x) * share - one.x)).toBeLessThan(2);
  }
});
