import type { Layout } from './layout.ts';

/** The sizes of the panes for the style sheet; a pane that is folded takes nothing. */
export function toFrameStyle({ sizes, left, right }: Layout): Record<`--${string}`, string> {
  const { left: leftPixels, right: rightPixels, timeline } = sizes.value;
  return {
    '--left': `${left.value ? leftPixels : 0}px`,
    '--right': `${right.value ? rightPixels : 0}px`,
    '--timeline': `${timeline}px`,
  };
}
