import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { takeTurn } from '#ui/app/turns.ts';

/**
 * Renders its children in a task of their own once what is around them is painted, so that a large page is never long without
 * an ear for a person. It belongs where the box around it has its size already.
 */
export function InTurn({ children }: { children: ComponentChildren }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => takeTurn(() => setDue(true)), []);
  return isDue ? <>{children}</> : null;
}
