import type { ShownCut } from './cut-draft.ts';

/** A filter for cuts: by their reason, or by low confidence. */
export type CutFilter = 'all' | 'silence' | 'noise' | 'unsure';

/** The minimum confidence of a cut that needs no review. */
const sureConfidence = 0.4;

const passes: Readonly<Record<CutFilter, (cut: ShownCut) => boolean>> = {
  all: () => true,
  silence: ({ kind }) => kind === 'silence',
  noise: ({ kind }) => kind === 'noise',
  unsure: ({ confidence }) => confidence < sureConfidence,
};

const labels: Readonly<Record<CutFilter, string>> = {
  all: 'All',
  silence: 'Silence',
  noise: 'Noise',
  unsure: 'Unsure',
};

export const isPassing = (filter: CutFilter, cut: ShownCut): boolean => passes[filter](cut);

/** Returns the filters that distinguish the cuts, each with its number of cuts. */
export function getFilters(cuts: readonly ShownCut[]): { readonly value: CutFilter; readonly label: string }[] {
  return (['all', 'silence', 'noise', 'unsure'] as const)
    .map((value) => ({ value, count: cuts.filter((cut) => isPassing(value, cut)).length }))
    .filter(({ value, count }) => value === 'all' || (count > 0 && count < cuts.length))
    .map(({ value, count }) => ({ value, label: `${labels[value]} ${count}` }));
}
