import type { Row } from './compare.ts';
import type { Report } from './report.ts';
import { toMarkdown } from '../lib/table.ts';

/** A job of the product with the same job of native programs. */
export type Pair = { readonly product: Row; readonly native: Row; readonly machine: string };

const formatNames = {
  webm: 'WebM (VP9, alpha)',
  mov: 'MOV (ProRes 4444, alpha)',
  mp4: 'MP4 (H.264, over green)',
} as const;

/** Pairs the jobs that both sides have done, in the order of the reports. */
export function listPairs(reports: readonly Report[]): Pair[] {
  return reports.flatMap(({ rows, machine }) =>
    rows
      .filter(({ way }) => way === 'product')
      .flatMap((product) => {
        const native = rows.find((row) => row.way === 'native' && isSameJob(row, product));
        return native ? [{ product, native, machine: machine['processor'] ?? 'unknown' }] : [];
      }),
  );
}

const isSameJob = (one: Row, other: Row): boolean =>
  (['clip', 'model', 'quality', 'format', 'seconds'] as const).every((name) => one[name] === other[name]);

/** Returns a table of jobs that are faster or slower than native programs. */
export function toSummary(pairs: readonly Pair[]): string {
  const isOneMachine = new Set(pairs.map(({ machine }) => machine)).size === 1;
  const columns = ['quality and file', 'model', 'clip', 'product', 'native', 'native / product', 'the product takes'];
  const rows = pairs.map(({ product, native, machine }) => [
    `\`${product.quality}\`, ${formatNames[product.format]}`,
    product.model,
    `${product.seconds} s of ${product.clip}`,
    `${product.medianMs.toFixed(1)} ms`,
    `${native.medianMs.toFixed(1)} ms`,
    product.timesNative?.toFixed(2) ?? '',
    toWords({ product, native }),
    ...(isOneMachine ? [] : [machine]),
  ]);
  return toMarkdown(isOneMachine ? columns : [...columns, 'processor'], rows);
}

/** Returns one sentence for each job. */
export const toSentences = (pairs: readonly Pair[]): string =>
  pairs
    .map(
      ({ product, native }) =>
        `- ${formatNames[product.format]} at \`${product.quality}\`: the product takes ${toWords({ product, native })}.`,
    )
    .join('\n');

/** The minimum difference of medians that counts if the runs of both sides overlap. */
const minDifference = 0.05;

/** Describes the difference of the medians, and whether runs overlap. */
function toWords({ product, native }: Pick<Pair, 'product' | 'native'>): string {
  const share = product.medianMs / native.medianMs;
  const difference = Math.abs(share - 1);
  const isOverlapping = product.minMs <= native.maxMs && native.minMs <= product.maxMs;
  if (isOverlapping && difference < minDifference) {
    return 'about as long as native';
  }
  const words = `${Math.round(100 * difference)} % ${share < 1 ? 'less' : 'more'} time than native`;
  return isOverlapping ? `${words}, though their runs overlap` : words;
}
