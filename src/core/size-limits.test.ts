import { expect, test } from 'vitest';
import { describeOversize } from './size-limits.ts';

test('pictures of 8K fit into every format, upright and lying', () => {
  for (const format of ['webm', 'mp4', 'mov'] as const) {
    expect(describeOversize({ width: 7680, height: 4320 }, [format])).toBeNull();
    expect(describeOversize({ width: 4320, height: 7680 }, [format])).toBeNull();
  }
});

test('a side or an area beyond the limit is told with the size, the limit and the way out', () => {
  expect(describeOversize({ width: 20_000, height: 200 }, ['webm'])).toMatch(
    /20000x200 pixels.*WebM takes at most 16384 pixels a side.*Scale the video down/,
  );
  expect(describeOversize({ width: 16_384, height: 16_384 })).toMatch(/WebM .* 35\.7 million.*MOV .* 67\.1 million/);
});

test('what one of the formats holds is too large only for the others', () => {
  const size = { width: 8000, height: 8000 };
  expect(describeOversize(size)).toBeNull();
  expect(describeOversize(size, ['webm'])).toMatch(/^The video's pictures are too large/);
});
