import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { windowOf, type RowWindow } from './window-of.ts';

const spare = 6;
const atFirst: RowWindow = { first: 0, end: 24 };

/** A list of rows of one height, of which only those in sight are drawn. `onEnd` is called when its end comes near. */
export function WindowedList<T>(props: {
  label: string;
  items: readonly T[];
  keyOf: (item: T) => string;
  rowPx: number;
  look?: string;
  onEnd?: () => void;
  children: (item: T) => ComponentChildren;
}) {
  const { items, keyOf, rowPx } = props;
  const list = useRef<HTMLUListElement>(null);
  const { first, end } = useRowWindow(list, rowPx, items.length);
  const isNearEnd = end >= items.length;
  useEffect(() => {
    if (isNearEnd) {
      props.onEnd?.();
    }
  }, [isNearEnd, items.length]);
  return (
    <ul
      ref={list}
      class={props.look ?? ''}
      aria-label={props.label}
      style={{
        paddingBlockStart: `${first * rowPx}px`,
        paddingBlockEnd: `${(items.length - Math.min(end, items.length)) * rowPx}px`,
      }}
    >
      {items.slice(first, end).map((item, index) => (
        <li
          key={keyOf(item)}
          style={{ blockSize: `${rowPx}px` }}
          aria-setsize={items.length}
          aria-posinset={first + index + 1}
        >
          {props.children(item)}
        </li>
      ))}
    </ul>
  );
}

/** Follows the scrolling of the window and of whatever the list lies in, and the size of the window. */
function useRowWindow(list: RefObject<HTMLElement | null>, rowPx: number, count: number): RowWindow {
  const [rows, setRows] = useState(atFirst);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let pending = 0;
    const look = (): void => {
      pending = 0;
      const topPx = list.current?.getBoundingClientRect().top ?? 0;
      const next = windowOf({ topPx, heightPx: innerHeight, rowPx, count, spare });
      setRows((before) => (before.first === next.first && before.end === next.end ? before : next));
    };
    const lookSoon = ({ target }: Event): void => {
      // Looking has the page laid out at once, which the scrolling of another part must not pay for.
      if (!(target instanceof Node) || target.contains(list.current)) {
        pending ||= requestAnimationFrame(look);
      }
    };
    look();
    // Scrolling of a part of the page is only heard on its way down.
    addEventListener('scroll', lookSoon, { signal, passive: true, capture: true });
    addEventListener('resize', lookSoon, { signal });
    return () => {
      controller.abort();
      cancelAnimationFrame(pending);
    };
  }, [rowPx, count]);
  return rows;
}
