import type { Editor } from '../editor.ts';
import { addMaterial } from '../materials/add-material.ts';
import { draggedMaterial, materialType } from '../materials/dragged.ts';
import { snapWay } from './gestures/plan.ts';
import { rowUnder, secondsAt, snappingFor, type Surface } from './gestures/surface.ts';

/** Takes materials that are dragged from their list: a box shows where they would be. */
export function hearDrops(surfaceOf: () => Surface, element: HTMLElement, signal: AbortSignal): void {
  const { editor } = surfaceOf();
  const { view } = editor;
  const isMaterial = (event: DragEvent): boolean => event.dataTransfer?.types.includes(materialType) === true;
  element.addEventListener(
    'dragover',
    (event) => {
      if (isMaterial(event)) {
        event.preventDefault();
        view.drop.value = placeFor(surfaceOf(), event);
      }
    },
    { signal },
  );
  element.addEventListener('dragleave', (event) => leaves(element, event) && (view.drop.value = null), { signal });
  element.addEventListener(
    'drop',
    (event) => {
      if (isMaterial(event)) {
        event.preventDefault();
        drop(editor, placeFor(surfaceOf(), event));
      }
    },
    { signal },
  );
}

/** Going over to a child of the element is told as leaving it too. */
const leaves = (element: HTMLElement, { relatedTarget }: DragEvent): boolean =>
  !(relatedTarget instanceof Node) || !element.contains(relatedTarget);

type Drop = NonNullable<Editor['view']['drop']['value']>;

function drop(editor: Editor, { trackId, atSeconds }: Drop): void {
  const material = draggedMaterial.peek();
  editor.view.drop.value = null;
  if (material) {
    addMaterial(editor, material, { atSeconds, ...(trackId !== null && { trackId }) });
  }
}

/** Where a material would be: on the track under the pointer, if that is of its kind, from the time there on. */
function placeFor(surface: Surface, { clientX, clientY, ctrlKey, metaKey }: DragEvent): Drop {
  const material = draggedMaterial.peek();
  const durationSeconds = material?.durationSeconds ?? 5;
  const { rows, index } = rowUnder(surface, clientY);
  const row = rows[index];
  const isOfKind = row && (row.track.kind === 'sound') === (material?.kind === 'sound');
  const at = secondsAt(surface, clientX);
  const snapping = snappingFor(surface, { movedIds: new Set() })(ctrlKey || metaKey);
  const { frameRate } = surface.editor.document.peek();
  const atSeconds = Math.max(0, at + snapWay([at, at + durationSeconds], 0, snapping, frameRate).bySeconds);
  return {
    trackId: isOfKind ? row.track.id : null,
    atSeconds,
    durationSeconds,
    topPx: isOfKind ? row.topPx : null,
    heightPx: row?.heightPx ?? 52,
  };
}
