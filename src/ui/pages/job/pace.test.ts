import { expect, it } from 'vitest';
import { toPace } from './pace.ts';

const running = { status: 'running', framesPerSecond: 36, etaSeconds: 12 } as const;

it('says speed, how that is to the video, and the time left', () => {
  expect(toPace(running, 30)).toBe('36 frames/s · 1.2 × real time · 12 s left');
  expect(toPace({ ...running, framesPerSecond: 1.25 }, 25)).toBe('1.3 frames/s · 0.05 × real time · 12 s left');
});

it('leaves out what is not known', () => {
  expect(toPace(running, undefined)).toBe('36 frames/s · 12 s left');
  expect(toPace({ ...running, framesPerSecond: null, etaSeconds: null }, 30)).toBe('');
  expect(toPace({ status: 'queued', framesPerSecond: null, etaSeconds: 65 }, 30)).toBe('Done in about 1 min 05 s');
});
