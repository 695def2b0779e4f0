import { signal } from '@preact/signals';
import type { Placeable } from './placeable.ts';

/** The type of what is dragged from the list of materials, as `DataTransfer.types` tells it. */
export const materialType = 'application/x-offcut-material';

/** What is being dragged from the list; null when nothing is. A drag tells its data only at the drop. */
export const draggedMaterial = signal<Placeable | null>(null);

/** The material that is dragged; null for files. One whose tile went away in a drag hears of no end, and is still noted. */
export const materialOf = ({ dataTransfer }: Pick<DragEvent, 'dataTransfer'>): Placeable | null =>
  dataTransfer?.types.includes(materialType) === true ? draggedMaterial.peek() : null;
