import { useState } from 'preact/hooks';
import { announce } from '../announce.ts';
import { toPercent } from '../format.ts';
import { DropZone, useWindowDrop } from '../parts/drop-zone.tsx';
import { FileButton } from '../parts/file-button.tsx';
import { anyFiles } from '../parts/media-kinds.ts';
import { Problem } from '../parts/problem.tsx';
import { Progress } from '../parts/progress.tsx';
import { uploadFile } from '../upload.ts';
import { useAction } from '../use-action.ts';

/** Uploads a file of any kind. `isFirst` shows the large drop zone of an empty list. */
export function AddMaterial({ isFirst, onAdded }: { isFirst: boolean; onAdded: () => void }) {
  const { run, isBusy, error } = useAction();
  const [share, setShare] = useState<number | null>(null);
  const take = (file: File): void =>
    run(async () => {
      await uploadFile(file, setShare, new AbortController().signal);
      announce(`${file.name} is stored.`);
      onAdded();
    });
  return (
    <div class="stack">
      {isBusy ? (
        <div class="stack stack-tight">
          <p class="num">{share === null ? 'Storing the file' : `Storing the file, ${toPercent(share)}`}</p>
          <Progress label="Storing the file" share={share} />
        </div>
      ) : (
        <Place isFirst={isFirst} onFile={take} />
      )}
      {error && <Problem error={error} />}
    </div>
  );
}

function Place({ isFirst, onFile }: { isFirst: boolean; onFile: (file: File) => void }) {
  return isFirst ? (
    <DropZone
      title="Drop a video, a picture or sound anywhere"
      titleNarrow="A video, a picture or sound"
      isAnyKind
      onFile={onFile}
    />
  ) : (
    <AddRow onFile={onFile} />
  );
}

function AddRow({ onFile }: { onFile: (file: File) => void }) {
  const isOver = useWindowDrop(onFile);
  return (
    <div class={isOver ? 'row drop-over' : 'row'}>
      <FileButton label="Add a file" name="File" accept={anyFiles} onFile={onFile} />
      <p class="soft small">
        {isOver ? (
          'Let go to take it'
        ) : (
          <>
            A video, a picture or sound.<span class="only-wide"> Or drop it anywhere in this window.</span>
          </>
        )}
      </p>
    </div>
  );
}
