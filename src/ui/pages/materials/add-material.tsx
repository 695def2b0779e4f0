import { announce } from '#ui/app/announce.ts';
import { DropZone, useWindowDrops } from '#ui/kit/parts/drop-zone.tsx';
import { FilesButton } from '#ui/kit/parts/file-button.tsx';
import { anyFiles } from '#ui/kit/parts/media-kinds.ts';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { Progress } from '#ui/kit/parts/progress.tsx';
import { refreshMaterials } from './materials.ts';
import { toStoringText, useUploads } from '#ui/kit/uploads/upload-each.ts';

/** Uploads files of any kind. `isFirst` shows the large drop zone of an empty list. */
export function AddMaterial({ isFirst, onAdded }: { isFirst: boolean; onAdded: () => void }) {
  const { store, storing, errors } = useUploads({
    onStored: async (_, file) => {
      announce(`${file.name} is stored.`);
      await refreshMaterials();
    },
    onEnd: onAdded,
  });
  return (
    <div class="stack">
      {storing ? (
        <div class="stack stack-tight">
          <p class="num">{toStoringText(storing)}</p>
          <Progress label="Storing the file" share={storing.share} />
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
      title="Drop videos, pictures or sounds anywhere"
      titleNarrow="Videos, pictures or sounds"
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
          'Let go to add them'
        ) : (
          <>
            Videos, pictures or sounds.<span class="only-wide"> Or drop them anywhere in this window.</span>
          </>
        )}
      </p>
    </div>
  );
}
