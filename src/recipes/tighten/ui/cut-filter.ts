import type { ShownCut } from './cut-draft.ts';

/** Which cuts are looked at: by their reason, or those that are not sure. */
export type CutFilter = 'all' | 'silence' | 'noise' | 'unsure';

/** A cut of less confidence is worth a look. */
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

/** The filters that tell cuts apart, each with how many pass it. */
export function getFilters(cuts: readonly ShownCut[]): { readonly value: CutFilter; readonly label: string }[] {
  return (['all', 'silence', 'noise', 'unsure'] as const)
    .map((value) => ({ value, count: cuts.filter((cut) => isPassing(value, cut)).length }))
    .filter(({ value, count }) => value === 'all' || (count > 0 && count < cuts.length))
    .map(({ value, count }) => ({ value, label: `${labels[value]} ${count}` }));
}
