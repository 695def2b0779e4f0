import { expect, test } from 'vitest';
import { describeOversize, describeOversizeForAll, describeOversizePicture } from './size-limits.ts';

const formats = ['webm', 'mp4', 'mov'] as const;

test.each(formats)('pictures of 8K fit into %s, upright and lying', (format) => {
  expect(describeOversize({ width: 7680, height: 4320 }, format)).toBeNull();
  expect(describeOversize({ width: 4320, height: 7680 }, format)).toBeNull();
});

test('a side or an area beyond the limit is told with the size, the limit and the way out', () => {
  expect(describeOversize({ width: 20_000, height: 200 }, 'webm')).toMatch(
    /20000x200 pixels.*WebM takes at most 16384 pixels a side.*Scale the video down/,
  );
  expect(describeOversize({ width: 9000, height: 9000 }, 'mov')).toMatch(/MOV takes .* 35\.7 million in all/);
});

test('what no format holds is told without one', () => {
  expect(describeOversizeForAll({ width: 7680, height: 4320 })).toBeNull();
  expect(describeOversizeForAll({ width: 100_000, height: 2 })).toMatch(
    /100000x2 .*No format here takes more than 16384/,
  );
});

test('a picture may be as large as those of a phone, and what is larger is told with the way out', () => {
  expect(describeOversizePicture({ width: 12_000, height: 9000 })).toBeNull();
  expect(describeOversizePicture({ width: 20_000, height: 20 })).toMatch(/20000x20 .*Scale it down/);
  expect(describeOversizePicture({ width: 16_000, height: 16_000 })).toMatch(/120\.0 million in all/);
});
