import { useEffect, useState } from 'preact/hooks';

/** A value once it has not changed for so many milliseconds; the first one at once. */
export function useSettled<T extends string | number>(value: T, quietMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quietMs);
    return () => clearTimeout(timer);
  }, [value, quietMs]);
  return settled;
}
