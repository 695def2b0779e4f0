import type { ShownCut } from './cut-draft.ts';
import type { ViewWindow } from '#ui/reviews/any/timeline/view-window.ts';

/** All cuts as one shape over the parent box, for any number of cuts. */
export function CutShapes(props: { cuts: readonly ShownCut[]; window: ViewWindow; isSelected?: boolean }) {
  const { cuts, isSelected = false } = props;
  const { from, to } = props.window;
  return (
    <svg
      class={isSelected ? 'tighten-shapes tighten-shapes-selected' : 'tighten-shapes'}
      viewBox="0 0 1000 1"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={toPath(cuts, from, 1000 / (to - from))} />
    </svg>
  );
}

/** Returns one rectangle for each range. */
const toPath = (cuts: readonly ShownCut[], from: number, scale: number): string =>
  cuts
    .map(({ startSeconds, endSeconds }) => {
      const width = Math.max(0.8, (endSeconds - startSeconds) * scale);
      return `M${((startSeconds - from) * scale).toFixed(2)} 0h${width.toFixed(2)}v1h${(-width).toFixed(2)}z`;
    })
    .join('');
