import { useMemo } from 'preact/hooks';
import { createLayout } from './layout.ts';
import { toFrameStyle } from './frame-style.ts';

/** The skeleton of the editor while its canvas loads. */
export function Skeleton() {
  const layout = useMemo(createLayout, []);
  return (
    <div
      class={`editor editor-${layout.shape.value}`}
      style={toFrameStyle(layout)}
      aria-busy="true"
      aria-label="Loading canvas"
    >
      <div class="editor-top" />
      {layout.left.value && <div class="editor-left" />}
      {layout.right.value && <div class="editor-right" />}
      <div class="editor-middle" />
      <div class="editor-bottom" />
      {layout.shape.value === 'phone' && <div class="editor-foot" />}
    </div>
  );
}
