import { useState } from 'preact/hooks';
import { call } from '#ui/app/client.ts';
import { toSize, toTimecode } from '#ui/kit/format.ts';
import { ConfirmButton } from '#ui/kit/parts/confirm.tsx';
import { Icon } from '#ui/kit/parts/icon.tsx';
import { isLookedInto } from '#ui/pages/materials/materials.ts';
import { kindLabels } from '#ui/kit/parts/media-kinds.ts';
import { Thumbnail } from '#ui/kit/parts/thumbnail.tsx';
import { useEditor } from '../editor.ts';
import { openSource, withMarks } from '../source/source-state.ts';
import { addMaterial } from './add-material.ts';
import { draggedMaterial, materialType } from './dragged.ts';
import { toPlaceable, type Material, type Placeable } from './placeable.ts';
import { isResult } from './file-list.ts';

type TileProps = {
  readonly material: Material;
  /** The position in the whole list, because the DOM contains only a part of it. */
  readonly place: { readonly at: number; readonly of: number };
  readonly onChanged: () => void;
};

/**
 * A material. A click or Enter previews it in the source monitor, "+" adds it at the playhead, and a drag adds it anywhere on the
 * timeline. It plays on hover or focus.
 */
export function MaterialTile({ material, place, onChanged }: TileProps) {
  const [isTried, setTried] = useState(false);
  const placeable = toPlaceable(material);
  const { name, kind, fault, durationSeconds } = material;
  return (
    <li class="material-tile" aria-setsize={place.of} aria-posinset={place.at}>
      <button
        type="button"
        class="material-tile-show"
        title={fault ?? `${name}: click to preview, or drag to the timeline`}
        disabled={placeable === null}
        draggable={placeable !== null}
        aria-pressed={placeable !== null && openSource.value?.assetId === placeable.assetId}
        onClick={({ currentTarget }) => {
          // Firefox does not focus a draggable button that is clicked; the focus returns to it.
          currentTarget.focus();
          openSource.value = placeable;
        }}
        onDragStart={(event) => {
          draggedMaterial.value = placeable && withMarks(placeable);
          event.dataTransfer?.setData(materialType, material.material);
          if (event.dataTransfer) {
            event.dataTransfer.effectAllowed = 'copy';
          }
        }}
        onDragEnd={() => {
          draggedMaterial.value = null;
        }}
        onPointerEnter={() => setTried(true)}
        onPointerLeave={() => setTried(false)}
        onFocus={() => setTried(true)}
        onBlur={() => setTried(false)}
      >
        <span class="hidden-text">Preview </span>
        <span class="material-tile-picture">
          <Thumbnail material={material.material} kind={kind} />
          {isTried && placeable && kind === 'video' && <Moving url={material.url} />}
          {durationSeconds !== undefined && kind !== 'picture' && (
            <span class="material-tile-length num" aria-hidden="true">
              {durationSeconds < 1 ? toTimecode(durationSeconds) : toTimecode(durationSeconds).replace(/\.\d+$/, '')}
            </span>
          )}
        </span>
        <span class="material-tile-name small ellipsis">{fault === undefined ? name : `${name}: not usable`}</span>
        <span class="hidden-text">, {describe(material)}</span>
      </button>
      {placeable && <AddMaterial material={placeable} />}
      {!isResult(material) && <DeleteMaterial material={material} onDeleted={onChanged} />}
    </li>
  );
}

/** Adds the marked part of a file at the playhead. */
function AddMaterial({ material }: { material: Placeable }) {
  const editor = useEditor();
  return (
    <button
      type="button"
      class="button material-tile-plus"
      aria-label={`Add ${material.name}`}
      title={`Add ${material.name} at the playhead`}
      onClick={() => addMaterial(editor, withMarks(material))}
    >
      <Icon name="plus" />
    </button>
  );
}

function describe(material: Material): string {
  const { kind, bytes, durationSeconds, fault } = material;
  const facts = [
    isResult(material) ? 'result' : kindLabels[kind].toLowerCase(),
    ...(durationSeconds === undefined ? [] : [toTimecode(durationSeconds)]),
    toSize(bytes),
    ...(isLookedInto(material) ? [] : ['being analyzed']),
    ...(fault === undefined ? [] : [fault]),
  ];
  return facts.join(', ');
}

/** The video itself, without its audio; renders nothing if this browser cannot play it. */
function Moving({ url }: { url: string }) {
  const [isUnreadable, setUnreadable] = useState(false);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return isUnreadable || isStill ? null : (
    <video src={url} muted autoplay loop playsInline preload="auto" onError={() => setUnreadable(true)} />
  );
}

function DeleteMaterial({ material: { material, name }, onDeleted }: { material: Material; onDeleted: () => void }) {
  return (
    <ConfirmButton
      label="Delete"
      face={<Icon name="plus" />}
      name={`Delete ${name}`}
      look="material-tile-delete"
      title={`Delete ${name}?`}
      onConfirm={async () => {
        await call('deleteMaterial', { params: { material } });
        onDeleted();
      }}
    >
      It is removed from your media. Canvases that use it keep it, and so do results that were created from it.
    </ConfirmButton>
  );
}
