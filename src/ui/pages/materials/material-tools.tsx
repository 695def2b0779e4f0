import { useState } from 'preact/hooks';
import { call } from '#ui/app/client.ts';
import { toCount } from '#ui/kit/format.ts';
import { ConfirmButton } from '#ui/kit/parts/confirm.tsx';
import { Dialog } from '#ui/kit/parts/dialog.tsx';
import { later } from '#ui/kit/parts/later.tsx';
import { EditMaterials } from '../canvases/edit-materials.tsx';
import { countFolders, type Shown } from './folders.ts';
import type { Material } from './materials.ts';
import { MoveToFolder } from './move-to-folder.tsx';

// It loads the code that places clips.
const AddToCanvas = later(async () => (await import('./add-to-canvas.tsx')).AddToCanvas);

/** The folders as a choice of what is shown, and a search by name. */
export function FindMaterials(props: {
  materials: readonly Material[];
  shown: Shown;
  search: string;
  onShow: (shown: Shown) => void;
  onSearch: (search: string) => void;
}) {
  const { materials, shown, onShow } = props;
  const folders = countFolders(materials);
  const choices: readonly { readonly to: Shown; readonly label: string; readonly count: number }[] = [
    { to: { kind: 'all' }, label: 'All media', count: materials.length },
    ...folders.map(({ name, count }) => ({ to: { kind: 'folder', name } as const, label: name, count })),
    { to: { kind: 'none' }, label: 'No folder', count: materials.filter(({ folder }) => folder === undefined).length },
  ];
  return (
    <div class="material-find">
      {folders.length > 0 && (
        <div class="material-folders" role="group" aria-label="Folders">
          {choices.map(({ to, label, count }) => (
            <button
              key={`${to.kind} ${label}`}
              type="button"
              class="material-folder"
              aria-pressed={isSame(to, shown)}
              onClick={() => onShow(to)}
            >
              <span class="ellipsis">{label}</span> <span class="soft num">{count}</span>
            </button>
          ))}
        </div>
      )}
      <input
        class="input"
        type="search"
        placeholder="Search"
        aria-label="Search media"
        value={props.search}
        onInput={(event) => props.onSearch(event.currentTarget.value)}
      />
    </div>
  );
}

const isSame = (one: Shown, other: Shown): boolean =>
  one.kind === 'folder' && other.kind === 'folder' ? one.name === other.name : one.kind === other.kind;

/** The actions on the selected materials. */
export function SelectionBar(props: {
  selected: readonly Material[];
  folders: readonly string[];
  onDeleted: () => void;
  onClear: () => void;
}) {
  const { selected, onClear } = props;
  const ids = selected.map(({ material }) => material);
  return (
    <div class="material-selection row" role="group" aria-label="Selected files">
      <strong class="num">{selected.length} selected</strong>
      <EditMaterials materials={ids} fileName={selected[0]?.name ?? ''} label="New video" />
      <AddButton materials={selected} name="Add to canvas: selected files" />
      <MoveButton materials={ids} folders={props.folders} onMoved={onClear} />
      <ConfirmButton
        label="Delete"
        name="Delete selected files"
        title={`Delete ${toCount(selected.length, 'file')}?`}
        onConfirm={async () => {
          for (const material of ids) {
            await call('deleteMaterial', { params: { material } });
          }
          onClear();
          props.onDeleted();
        }}
      >
        The files are deleted permanently. Results created from them stay.
      </ConfirmButton>
      <button type="button" class="link-button" onClick={onClear}>
        Clear selection
      </button>
    </div>
  );
}

/** Opens the dialog that adds materials to a canvas. */
export function AddButton({ materials, name }: { materials: readonly Material[]; name: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <button type="button" class="button" aria-label={name} onClick={() => setOpen(true)}>
        Add to canvas
      </button>
      <Dialog title="Add to canvas" isOpen={isOpen} onClose={close}>
        <AddToCanvas materials={materials} onClose={close} />
      </Dialog>
    </>
  );
}

function MoveButton(props: { materials: readonly string[]; folders: readonly string[]; onMoved: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="button" onClick={() => setOpen(true)}>
        Move to folder
      </button>
      <Dialog title="Move to folder" isOpen={isOpen} onClose={() => setOpen(false)}>
        <MoveToFolder
          materials={props.materials}
          folders={props.folders}
          onClose={() => setOpen(false)}
          onMoved={props.onMoved}
        />
      </Dialog>
    </>
  );
}
