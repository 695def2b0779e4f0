import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { Box } from '#ui/kit/strips/use-strip.ts';
import { useSize } from '#ui/kit/use-size.ts';

/** Fills its parent without affecting the parent's size, and passes that size to a strip. */
export function Fitted({ children }: { children: (box: Box) => VNode }) {
  const element = useRef<HTMLDivElement>(null);
  const { widthPx, heightPx } = useSize(element);
  return (
    <div class="time-fitted" ref={element}>
      {children({ left: 0, width: widthPx, height: heightPx })}
    </div>
  );
}
