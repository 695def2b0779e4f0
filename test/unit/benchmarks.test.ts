import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Row } from '../../bench/speed/compare.ts';
import { renderPages } from '../../bench/pages.ts';
import type { Report } from '../../bench/speed/report.ts';
import { listPairs, toSentences, toSummary } from '../../bench/speed/summary.ts';

test('contains the current data in the pages of benchmarks (otherwise: npm run bench -- pages)', () => {
  for (const [path, text] of Object.entries(renderPages())) {
    expect(readFileSync(path, 'utf8'), path).toBe(text);
  }
});

const product: Row = {
  clip: 'cup.mp4',
  seconds: 4,
  model: 'small',
  way: 'product',
  quality: 'fast',
  format: 'webm',
  frameCount: 96,
  medianMs: 20,
  minMs: 19,
  maxMs: 21,
  cpuMs: 40,
  timesNative: 1.25,
  timesCommon: null,
  iou: 0.98,
};

const toReport = (...rows: Row[]): Report => ({
  date: '2026-01-02T00:00:00Z',
  machine: { processor: 'some' },
  repetitions: '3',
  notes: [],
  rows,
  shares: [],
  api: null,
  firstLoad: null,
});

const native = (minMs: number, medianMs: number, maxMs: number): Row => ({
  ...product,
  way: 'native',
  minMs,
  medianMs,
  maxMs,
});

test.each([
  [native(24, 25, 26), '20 % less time than native'],
  [native(15, 16, 17), '25 % more time than native'],
  [native(18, 20.5, 23), 'about as long as native'],
  [native(19, 25, 26), '20 % less time than native, though their runs overlap'],
])('compares the product with native runs', (row, words) => {
  const pairs = listPairs([toReport(product, row)]);
  expect(toSentences(pairs)).toBe(`- WebM (VP9, alpha) at \`fast\`: the product takes ${words}.`);
  expect(toSummary(pairs)).toContain(`| 1.25             | ${words} `);
});

test('compares only equal jobs of one machine', () => {
  const other = [native(1, 1, 1), { ...native(1, 1, 1), quality: 'best' as const }];
  expect(listPairs([toReport(product), toReport(...other)])).toEqual([]);
});
