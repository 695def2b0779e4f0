import { expect, test } from 'vitest';
import { estimateBytes, minBytes, minBytesFor } from './size.ts';

const picture = { width: 1280, height: 720, frameRate: 30 };

test('a minute of ProRes takes hundreds of megabytes, and a WebM tens', () => {
  const mov = estimateBytes({ outputFormat: 'mov', quality: 'best' }, picture, 60);
  const webm = estimateBytes({ outputFormat: 'webm', quality: 'best' }, picture, 60);
  expect(mov).toBeGreaterThan(500e6);
  expect(webm).toBeLessThan(200e6);
  expect(minBytes(webm)).toBeLessThan(webm / 2);
});

test('an MP4 at best has an additional file with alpha of the same size, and at fast a small one', () => {
  const [best, fast] = (['best', 'fast'] as const).map((quality) =>
    estimateBytes({ outputFormat: 'mp4', quality }, picture, 60),
  );
  expect((best ?? 0) / (fast ?? 0)).toBeGreaterThan(2);
});

test('the size of the material indicates little about the size of the result, and nothing for a part of it', () => {
  expect(minBytesFor({ outputFormat: 'webm' }, 1e9)).toBeLessThan(1e8);
  expect(minBytesFor({ outputFormat: 'mov', trim: { startSeconds: 0, endSeconds: 1 } }, 1e9)).toBe(0);
});
