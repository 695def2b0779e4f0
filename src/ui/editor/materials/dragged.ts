import { signal } from '@preact/signals';
import type { Placeable } from './placeable.ts';

/** The type of a drag from the list of materials, as in `DataTransfer.types`. */
export const materialType = 'application/x-offcut-material';

/** The material that is dragged from the list; null without a drag. A drag exposes its data only at the drop. */
export const draggedMaterial = signal<Placeable | null>(null);

/**
 * Returns the dragged material; null for files. A tile that is removed during its drag receives no `dragend` event, and is still
 * noted.
 */
export const readMaterial = ({ dataTransfer }: Pick<DragEvent, 'dataTransfer'>): Placeable | null =>
  dataTransfer?.types.includes(materialType) === true ? draggedMaterial.peek() : null;
