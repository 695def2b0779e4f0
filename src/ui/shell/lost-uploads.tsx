import { announce } from '../announce.ts';
import { refreshShelf } from '../editor/materials/shelf.ts';
import { toSize } from '../format.ts';
import { route, toHref } from '../navigation.ts';
import { FileButton } from '../parts/file-button.tsx';
import { anyFiles } from '../parts/media-kinds.ts';
import { Problem } from '../parts/problem.tsx';
import { Progress } from '../parts/progress.tsx';
import { forgetLost, lostUploads, type PendingUpload } from '../pending-uploads.ts';
import { toStoringText, useUploads } from '../upload-each.ts';
import { useState } from 'preact/hooks';

/** The uploads that a reload interrupted, each with a button that does it again. The page of an upload ticket shows its own. */
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
      announce(`${file.name} is stored.`);
      setStored(file.name);
      await refreshShelf().catch(() => undefined);
    },
  });
  return (
    <div class="notice stack stack-tight">
      <div class="row">
        <span role="status">
          {stored === null ? (
            `The reload interrupted the upload of ${name} (${toSize(sizeBytes)}).`
          ) : (
            <>
              {stored} is stored in <a href={toHref({ page: 'materials' })}>Materials</a>.
            </>
          )}
        </span>
        {storing ? (
          <span class="num">{toStoringText(storing)}</span>
        ) : (
          <>
            {stored === null && (
              <FileButton
                label={`Choose ${name} again`}
                name={`${name} again`}
                accept={anyFiles}
                look="button-small"
                onFile={(file) => store([file])}
              />
            )}
            <button type="button" class="link-button" onClick={() => forgetLost(id)}>
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
