import { toPercent } from '#ui/kit/format.ts';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { Progress } from '#ui/kit/parts/progress.tsx';
import type { Upload } from './uploads.ts';

/** The files that are being uploaded, and failed uploads. Its code loads with the first upload. */
export function UploadList(props: { uploads: readonly Upload[]; onClear: (id: number) => void }) {
  return (
    <ul class="stack stack-tight" aria-label="Uploads">
      {props.uploads.map((upload) => (
        <UploadRow key={upload.id} upload={upload} onClear={props.onClear} />
      ))}
    </ul>
  );
}

function UploadRow({ upload, onClear }: { upload: Upload; onClear: (id: number) => void }) {
  const { id, name, share, error, cancel } = upload;
  return error ? (
    <li>
      <Problem error={error}>
        <button type="button" class="link-button" aria-label={`Clear ${name}`} onClick={() => onClear(id)}>
          Clear
        </button>
      </Problem>
    </li>
  ) : (
    <li class="stack stack-tight">
      <div class="row row-apart materials-upload">
        <span class="small ellipsis grow" title={name}>
          {name}
          {share !== null && <span class="num soft">, {toPercent(share)}</span>}
        </span>
        <button type="button" class="link-button small" aria-label={`Cancel ${name}`} onClick={cancel}>
          Cancel
        </button>
      </div>
      <Progress label={`Uploading ${name}`} share={share} />
    </li>
  );
}
