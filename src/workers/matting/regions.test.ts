import { describe, expect, test } from 'vitest';
import { labelRegions } from '#workers/matting/regions.ts';

/** A matte drawn with letters: a dot is background. */
function draw(...rows: string[]) {
  const data = Uint8Array.from(rows.join(''), (letter) => (letter === '.' ? 63 : 64));
  return { width: rows[0]?.length ?? 0, height: rows.length, data };
}

const show = ({ width, height, data }: ReturnType<typeof draw>): string[] => {
  const { labels } = labelRegions({ width, height, data });
  return Array.from({ length: height }, (_, y) =>
    Array.from(labels.subarray(y * width, (y + 1) * width), (label) => label || '.').join(''),
  );
};

describe('regions', () => {
  test('are connected over corners too, and numbered in the order of their first pixels', () => {
    expect(show(draw('.a..b', 'a..b.', '.....', 'c.c.c'))).toEqual(['.1..2', '1..2.', '.....', '3.4.5']);
  });

  test('that meet further down are one', () => {
    expect(show(draw('a.b.c', 'a.b.c', 'aab.c', '...cc'))).toEqual(['1.1.1', '1.1.1', '111.1', '...11']);
  });

  test('do not wrap around to the other edge', () => {
    expect(show(draw('....a', 'b....'))).toEqual(['....1', '2....']);
    expect(show(draw('...a', '....', 'b...'))).toEqual(['...1', '....', '2...']);
  });

  test('have a box and an area', () => {
    expect(labelRegions(draw('......', '..aa..', '.a....', '......')).regions).toEqual([
      { left: 1, top: 1, right: 4, bottom: 3, area: 3 },
    ]);
  });
});
