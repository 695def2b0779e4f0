import { useState } from 'preact/hooks';
import { announce } from '#ui/app/announce.ts';
import { toCount } from '#ui/kit/format.ts';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { moveMaterials } from './folders.ts';

/** The contents of the dialog that puts materials into a folder, or takes them out. */
export function MoveToFolder(props: {
  materials: readonly string[];
  folders: readonly string[];
  onClose: () => void;
  onMoved: () => void;
}) {
  const { materials, folders, onClose } = props;
  const [name, setName] = useState('');
  const { run, isBusy, error } = useAction();
  const move = (folder: string | null): void =>
    run(async () => {
      await moveMaterials(materials, folder);
      announce(`${toCount(materials.length, 'file')} moved to ${folder ?? 'no folder'}.`);
      props.onMoved();
    });
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        move(name.trim());
      }}
    >
      <ul class="material-canvases" aria-label="Folders">
        {folders.map((folder) => (
          <li key={folder}>
            <button type="button" class="material-canvas" disabled={isBusy} onClick={() => move(folder)}>
              <span class="grow ellipsis">{folder}</span>
            </button>
          </li>
        ))}
        <li>
          <button type="button" class="material-canvas soft" disabled={isBusy} onClick={() => move(null)}>
            No folder
          </button>
        </li>
      </ul>
      <NewFolder name={name} isBusy={isBusy} onName={setName} />
      {error && <Problem error={error} />}
      <div>
        <button type="button" class="button button-quiet" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function NewFolder({ name, isBusy, onName }: { name: string; isBusy: boolean; onName: (name: string) => void }) {
  return (
    <label class="field">
      <span class="field-label">New folder</span>
      <span class="row">
        <input
          class="input grow"
          placeholder="Interviews"
          required
          maxLength={100}
          value={name}
          onInput={(event) => onName(event.currentTarget.value)}
        />
        <button class="button button-primary" disabled={isBusy || name.trim() === ''}>
          Create and move
        </button>
      </span>
    </label>
  );
}
