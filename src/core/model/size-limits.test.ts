import { expect, test } from 'vitest';
import { describeOversize, describeOversizeForAll, describeOversizePicture, describeUndersize } from './size-limits.ts';

const formats = ['webm', 'mp4', 'mov'] as const;

test.each(formats)('8K frames fit into %s, in portrait and landscape', (format) => {
  expect(describeOversize({ width: 7680, height: 4320 }, format)).toBeNull();
  expect(describeOversize({ width: 4320, height: 7680 }, format)).toBeNull();
});

test('a side or an area beyond the limit is reported with the size, the limit and a solution', () => {
  expect(describeOversize({ width: 20_000, height: 200 }, 'webm')).toMatch(
    /20000x200 pixels.*WebM supports at most 16384 pixels per side.*Scale the video down/,
  );
  expect(describeOversize({ width: 9000, height: 9000 }, 'mov')).toMatch(/MOV supports .* 35\.7 million in total/);
});

test('a size beyond all formats is reported without a format', () => {
  expect(describeOversizeForAll({ width: 7680, height: 4320 })).toBeNull();
  expect(describeOversizeForAll({ width: 100_000, height: 2 })).toMatch(
    /100000x2 .*No format supports more than 16384/,
  );
});

test('an image may be as large as those of a phone; a larger one is refused with a solution', () => {
  expect(describeOversizePicture({ width: 12_000, height: 9000 })).toBeNull();
  expect(describeOversizePicture({ width: 20_000, height: 20 })).toMatch(/20000x20 .*Scale it down/);
  expect(describeOversizePicture({ width: 16_000, height: 16_000 })).toMatch(/120\.0 million in total/);
});

test('a video with one side below the minimum is reported with its size, the minimum and a solution', () => {
  expect(describeUndersize({ width: 16, height: 1000 }, 16)).toBeNull();
  expect(describeUndersize({ width: 1000, height: 15 }, 16)).toMatch(/1000x15 pixels\. At least 16 .*Choose a larger/);
});
