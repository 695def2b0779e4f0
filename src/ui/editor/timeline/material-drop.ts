import type { MediaKind } from '#core/model/media-kind.ts';
import { noteHandles } from '#ui/kit/uploads/file-handles.ts';
import type { Editor } from '../editor.ts';
import { addMaterial } from '../materials/add-material.ts';
import { take } from '../materials/choose-files.ts';
import { readMaterial, materialType } from '../materials/dragged.ts';
import { getClipSeconds } from '../materials/place.ts';
import { snapWay } from './gestures/plan.ts';
import { getMainTrack } from './magnet.ts';
import { nearestCut } from './main-track.ts';
import { getHeight } from './rows.ts';
import { rowUnder, secondsAt, snappingFor, type Surface } from './gestures/surface.ts';

/** Handles drops of dragged materials and files: a box shows their target. */
export function hearDrops(editor: Editor, getSurface: () => Surface, element: HTMLElement, signal: AbortSignal): void {
  const { view } = editor;
  const show = (event: DragEvent): void => {
    if (isTaken(event)) {
      event.preventDefault();
      view.drop.value = placeFor(getSurface(), event);
    }
  };
  element.addEventListener('dragenter', show, { signal });
  element.addEventListener('dragover', show, { signal });
  element.addEventListener('dragleave', (event) => leaves(element, event) && (view.drop.value = null), { signal });
  element.addEventListener(
    'drop',
    (event) => {
      if (isTaken(event)) {
        event.preventDefault();
        drop(editor, placeFor(getSurface(), event), event);
      }
    },
    { signal },
  );
}

const isTaken = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.some((type) => type === materialType || type === 'Files') === true;

/** Entering a child of the element also sends a `dragleave` event. */
const leaves = (element: HTMLElement, { relatedTarget }: DragEvent): boolean =>
  !(relatedTarget instanceof Node) || !element.contains(relatedTarget);

type Drop = NonNullable<Editor['view']['drop']['value']>;

function drop(editor: Editor, { trackId, atSeconds, newTrack }: Drop, event: DragEvent): void {
  const material = readMaterial(event);
  const files = [...(event.dataTransfer?.files ?? [])];
  const place = { atSeconds, ...(trackId !== null && { trackId }), ...(newTrack !== null && { newTrack }) };
  editor.view.drop.value = null;
  if (material) {
    addMaterial(editor, material, place);
  } else if (event.dataTransfer && files.length > 0) {
    noteHandles(event.dataTransfer);
    void take(editor, files, place);
  }
}

/** Returns the known facts about the dragged item: of a file only its type is known before the drop. */
function getDragged(event: DragEvent): { readonly kind: MediaKind; readonly durationSeconds: number } {
  const material = readMaterial(event);
  const isSound = [...(event.dataTransfer?.items ?? [])].some(({ type }) => type.startsWith('audio/'));
  const { kind } = material ?? ({ kind: isSound ? 'sound' : 'video' } as const);
  return { kind, durationSeconds: getClipSeconds(material ?? { kind, durationSeconds: null }) };
}

/**
 * Returns the target of a drop: the track under the pointer if it is of the same kind, and the time there; on the magnetic track, its
 * nearest edit point. Below the last and above the first track, a new one is added.
 */
function placeFor(surface: Surface, event: DragEvent): Drop {
  const { clientX, clientY, ctrlKey, metaKey } = event;
  const { kind, durationSeconds } = getDragged(event);
  const { rows, index } = rowUnder(surface, clientY);
  const row = rows[index];
  const isOfKind = row && (row.track.kind === 'sound') === (kind === 'sound');
  const at = secondsAt(surface, clientX);
  const snapping = snappingFor(surface, { movedIds: new Set() })(ctrlKey || metaKey);
  const { frameRate } = surface.editor.document.peek();
  const atSeconds = Math.max(0, at + snapWay([at, at + durationSeconds], 0, snapping, frameRate).bySeconds);
  const newTrack = row || rows.length === 0 ? null : index < 0 ? 'above' : 'below';
  const main = kind === 'sound' || newTrack !== null ? null : getMainTrack(surface.editor);
  const target = isOfKind ? row : rows.find(({ track }) => track === main);
  return {
    trackId: target?.track.id ?? null,
    atSeconds: main && target?.track === main ? nearestCut(main, atSeconds) : atSeconds,
    durationSeconds,
    topPx: newTrack === 'below' ? getHeight(rows) : (target?.topPx ?? null),
    heightPx: target?.heightPx ?? 52,
    newTrack,
  };
}
