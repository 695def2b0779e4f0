import type { VisualItem } from '#core/timeline/document.ts';

export type Transition = NonNullable<VisualItem['transition']>;

/** The transitions in the order of the panel, with their names. */
export const transitionTypes: readonly { readonly type: Transition['type']; readonly name: string }[] = [
  { type: 'dissolve', name: 'Dissolve' },
  { type: 'wipe-left', name: 'Wipe left' },
  { type: 'wipe-right', name: 'Wipe right' },
  { type: 'slide-left', name: 'Slide left' },
  { type: 'slide-right', name: 'Slide right' },
];

export const getTransitionName = ({ type }: Transition): string =>
  transitionTypes.find((one) => one.type === type)?.name ?? type;
