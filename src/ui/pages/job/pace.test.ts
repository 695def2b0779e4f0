import { expect, it } from 'vitest';
import { toPace } from './pace.ts';

const running = { status: 'running', framesPerSecond: 36, etaSeconds: 12 } as const;

it('returns the speed, its ratio to real time, and the remaining time', () => {
  expect(toPace(running, 30)).toBe('36 frames/s · 1.2 × real time · 12 s left');
  expect(toPace({ ...running, framesPerSecond: 1.25 }, 25)).toBe('1.3 frames/s · 0.05 × real time · 12 s left');
});

it('omits unknown values', () => {
  expect(toPace(running, undefined)).toBe('36 frames/s · 12 s left');
  expect(toPace({ ...running, framesPerSecond: null, etaSeconds: null }, 30)).toBe('');
  expect(toPace({ status: 'queued', framesPerSecond: null, etaSeconds: 65 }, 30)).toBe('Done in about 1 min 05 s');
});
