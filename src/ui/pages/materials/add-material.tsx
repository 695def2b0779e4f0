import { announce } from '#ui/app/announce.ts';
import { DropZone, useWindowDrops } from '#ui/kit/parts/drop-zone.tsx';
import { FilesButton } from '#ui/kit/parts/file-button.tsx';
import { anyFiles } from '#ui/kit/parts/media-kinds.ts';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { Progress } from '#ui/kit/parts/progress.tsx';
import { moveMaterials } from './folders.ts';
import { refreshMaterials } from './materials.ts';
import { toStoringText, useUploads } from '#ui/kit/uploads/upload-each.ts';

/** Uploads files of any kind into a folder, or into none. `isFirst` shows the large drop zone of an empty list. */
export function AddMaterial(props: { isFirst: boolean; folder: string | null; onAdded: () => void }) {
  const { isFirst, folder, onAdded } = props;
  const { store, storing, errors } = useUploads({
    onStored: async (material, file) => {
      announce(`${file.name} added`);
      await (folder === null ? refreshMaterials() : moveMaterials([material], folder));
    },
    onEnd: onAdded,
  });
  return (
    <div class="stack">
      {storing ? (
        <div class="stack stack-tight">
          <p class="num">{toStoringText(storing)}</p>
          <Progress label="Adding file" share={storing.share} />
        </div>
      ) : (
        <Place isFirst={isFirst} onFiles={store} />
      )}
      {errors.map((error) => (
        <Problem key={error.message} error={error} />
      ))}
    </div>
  );
}

function Place({ isFirst, onFiles }: { isFirst: boolean; onFiles: (files: readonly File[]) => void }) {
  return isFirst ? (
    <DropZone
      title="Drop videos, images or audio anywhere"
      titleNarrow="Videos, images or audio"
      isAnyKind
      isMany
      onFiles={onFiles}
    />
  ) : (
    <AddRow onFiles={onFiles} />
  );
}

function AddRow({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const isOver = useWindowDrops(onFiles);
  return (
    <div class={isOver ? 'row drop-over' : 'row'}>
      <FilesButton label="Add files" name="File" accept={anyFiles} onFiles={onFiles} />
      <p class="soft small">
        {isOver ? (
          'Drop to add'
        ) : (
          <>
            Videos, images or audio.<span class="only-wide"> Or drop them anywhere in this window.</span>
          </>
        )}
      </p>
    </div>
  );
}
