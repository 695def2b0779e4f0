import { shorten } from '#core/lib/shorten.ts';
import { announce } from '../announce.ts';
import { toSize } from '#ui/kit/format.ts';
import { refreshMaterials } from '#ui/pages/materials/materials.ts';
import { route, toHref } from '../navigation.ts';
import { FileButton } from '#ui/kit/parts/file-button.tsx';
import { anyFiles } from '#ui/kit/parts/media-kinds.ts';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { Progress } from '#ui/kit/parts/progress.tsx';
import { forgetLost, lostUploads, type PendingUpload } from '#ui/kit/uploads/pending-uploads.ts';
import { toStoringText, useUploads } from '#ui/kit/uploads/upload-each.ts';
import { useEffect, useState } from 'preact/hooks';
import { deleteHandle, readAgain, readHandle } from '#ui/kit/uploads/stored-handles.ts';

/** The files that a reload lost before they were stored, each with a button that uploads it. The page of an upload ticket shows its own. */
export function LostUploads() {
  const { value: at } = route;
  const ticket = at.page === 'upload' ? at.ticket : null;
  return (
    <>
      {lostUploads.value
        .filter((each) => each.ticket !== ticket)
        .map((lost) => (
          <LostUpload key={lost.id} lost={lost} />
        ))}
    </>
  );
}

function LostUpload({ lost: { id, name, sizeBytes } }: { lost: PendingUpload }) {
  const [stored, setStored] = useState<string | null>(null);
  const { store, storing, errors } = useUploads({
    onStored: async (_, file) => {
      announce(`${file.name} added`);
      setStored(file.name);
      await refreshMaterials().catch(() => undefined);
    },
  });
  return (
    <div class="notice stack stack-tight">
      <div class="row">
        <span role="status">
          {stored === null ? (
            `${name} (${toSize(sizeBytes)}) was not stored before the page reloaded.`
          ) : (
            <>
              {stored} added to <a href={toHref({ page: 'materials' })}>Media</a>.
            </>
          )}
        </span>
        {storing ? (
          <span class="num">{toStoringText(storing)}</span>
        ) : (
          <>
            {stored === null && (
              <Again id={id} name={name} isFailed={errors.length > 0} onFile={(file) => store([file])} />
            )}
            <button type="button" class="link-button" onClick={() => dismiss(id)}>
              Dismiss
            </button>
          </>
        )}
      </div>
      {storing && <Progress label={`Storing ${name}`} share={storing.share} />}
      {errors.map((error) => (
        <Problem key={error.message} error={error} />
      ))}
    </div>
  );
}

type AgainProps = {
  readonly id: string;
  readonly name: string;
  readonly isFailed: boolean;
  readonly onFile: (file: File | Promise<File>) => void;
};

/** Uploads the file again: with one click if the browser has stored its handle, else after the user selects it again. */
function Again({ id, name, isFailed, onFile }: AgainProps) {
  const [handle, setHandle] = useState<FileSystemFileHandle | null>(null);
  useEffect(() => void readHandle(id).then(setHandle), [id]);
  return (
    <>
      {handle !== null && (
        <button type="button" class="button button-small" onClick={() => onFile(readAgain(handle))}>
          Upload {shorten(name, 30)} again
        </button>
      )}
      {(handle === null || isFailed) && (
        <FileButton
          label={`Choose ${shorten(name, 30)} again`}
          name={`${name} again`}
          accept={anyFiles}
          look="button-small"
          onFile={onFile}
        />
      )}
    </>
  );
}

function dismiss(id: string): void {
  forgetLost(id);
  void deleteHandle(id).catch(() => undefined);
}
