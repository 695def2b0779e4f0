import { useEffect, useState } from 'preact/hooks';

/** Returns a value once it is unchanged for the given milliseconds; the first value immediately. */
export function useSettled<T extends string | number>(value: T, quietMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quietMs);
    return () => clearTimeout(timer);
  }, [value, quietMs]);
  return settled;
}
