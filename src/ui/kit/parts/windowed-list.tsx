import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { getWindow, type RowWindow } from './get-window.ts';

const spare = 6;
const atFirst: RowWindow = { first: 0, end: 24 };

/** A list of rows of equal height that renders only visible rows. `onEnd` is called when the end of the list is near. */
export function WindowedList<T>(props: {
  label: string;
  items: readonly T[];
  getKey: (item: T) => string;
  rowPx: number;
  look?: string;
  onEnd?: () => void;
  children: (item: T) => ComponentChildren;
}) {
  const { items, getKey, rowPx } = props;
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
          key={getKey(item)}
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

/** Follows the scrolling of the window and of all scrolling ancestors of the list, and the size of the window. */
function useRowWindow(list: RefObject<HTMLElement | null>, rowPx: number, count: number): RowWindow {
  const [rows, setRows] = useState(atFirst);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let pending = 0;
    const look = (): void => {
      pending = 0;
      const topPx = list.current?.getBoundingClientRect().top ?? 0;
      const next = getWindow({ topPx, heightPx: innerHeight, rowPx, count, spare });
      setRows((before) => (before.first === next.first && before.end === next.end ? before : next));
    };
    const lookSoon = ({ target }: Event): void => {
      // Measuring forces a layout, which the scrolling of another element must not cause.
      if (!(target instanceof Node) || target.contains(list.current)) {
        pending ||= requestAnimationFrame(look);
      }
    };
    look();
    // Scroll events of elements do not bubble, so the listener captures them.
    addEventListener('scroll', lookSoon, { signal, passive: true, capture: true });
    addEventListener('resize', lookSoon, { signal });
    return () => {
      controller.abort();
      cancelAnimationFrame(pending);
    };
  }, [rowPx, count]);
  return rows;
}
