import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { takeTurn } from '#ui/app/turns.ts';

/**
 * Renders its children in a separate task after the surrounding page is painted, so that a large page does not block input
 * for long. Use it in a box whose size does not depend on the children.
 */
export function InTurn({ children }: { children: ComponentChildren }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => takeTurn(() => setDue(true)), []);
  return isDue ? <>{children}</> : null;
}
