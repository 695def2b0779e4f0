import type { Layout } from './layout.ts';

/** Returns the pane sizes for the style sheet; a folded pane has the size 0. */
export function toFrameStyle({ sizes, left, right }: Layout): Record<`--${string}`, string> {
  const { left: leftPixels, right: rightPixels, timeline } = sizes.value;
  return {
    '--left': `${left.value ? leftPixels : 0}px`,
    '--right': `${right.value ? rightPixels : 0}px`,
    '--timeline': `${timeline}px`,
  };
}
