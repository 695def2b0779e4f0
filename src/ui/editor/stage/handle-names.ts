import type { Handle } from './geometry/resize.ts';

/** The eight handles of a box, clockwise from the top left corner. */
export const handleNames: readonly { readonly handle: Handle; readonly name: string }[] = [
  { handle: { x: -1, y: -1 }, name: 'top left corner' },
  { handle: { x: 0, y: -1 }, name: 'top edge' },
  { handle: { x: 1, y: -1 }, name: 'top right corner' },
  { handle: { x: 1, y: 0 }, name: 'right edge' },
  { handle: { x: 1, y: 1 }, name: 'bottom right corner' },
  { handle: { x: 0, y: 1 }, name: 'bottom edge' },
  { handle: { x: -1, y: 1 }, name: 'bottom left corner' },
  { handle: { x: -1, y: 0 }, name: 'left edge' },
];

const cursors = ['ew-resize', 'nwse-resize', 'ns-resize', 'nesw-resize'] as const;

/** Returns the cursor that shows the drag direction of a handle of a rotated box. */
export function getCursor({ x, y }: Handle, rotation: number): string {
  const angle = (Math.atan2(y, x) * 180) / Math.PI + rotation;
  return cursors[((Math.round(angle / 45) % 4) + 4) % 4] ?? 'move';
}
