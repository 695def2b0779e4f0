import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Returns the size of an element's content box in CSS pixels; 0 by 0 before layout. */
export function useSize(element: RefObject<Element | null>): { readonly widthPx: number; readonly heightPx: number } {
  const [size, setSize] = useState({ widthPx: 0, heightPx: 0 });
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      setSize({ widthPx: width, heightPx: height });
    });
    if (element.current) {
      observer.observe(element.current);
    }
    return () => observer.disconnect();
  }, []);
  return size;
}
