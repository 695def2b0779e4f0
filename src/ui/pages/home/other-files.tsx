import { toCount } from '#ui/kit/format.ts';
import { refreshMaterials } from '#ui/pages/materials/materials.ts';
import { toHref } from '#ui/app/navigation.ts';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { Progress } from '#ui/kit/parts/progress.tsx';
import { toStoringText, useUploads } from '#ui/kit/uploads/upload-each.ts';
import { useState } from 'preact/hooks';

/** The files that were dropped together with a run's single video: they can be uploaded. */
export function OtherFiles({ files, onDismiss }: { files: readonly File[]; onDismiss: () => void }) {
  const [storedCount, setStoredCount] = useState<number | null>(null);
  const { store, storing, errors } = useUploads({
    onStored: () => void refreshMaterials().catch(() => undefined),
    onEnd: setStoredCount,
  });
  const words = nameFiles(files);
  return (
    <div class="note stack stack-tight" role="status">
      {storedCount !== null && storedCount > 0 ? (
        <p>
          {toCount(storedCount, 'file')} added to <a href={toHref({ page: 'materials' })}>Media</a>.
        </p>
      ) : (
        <p>
          This page accepts one video. {words} {files.length === 1 ? 'was' : 'were'} not added.
        </p>
      )}
      {storing && (
        <div class="stack stack-tight">
          <p class="num">{toStoringText(storing)}</p>
          <Progress label="Adding files" share={storing.share} />
        </div>
      )}
      {errors.map((error) => (
        <Problem key={error.message} error={error} />
      ))}
      {!storing && (
        <div class="row">
          {storedCount === null && (
            <button type="button" class="button button-small" onClick={() => store(files)}>
              Add {toCount(files.length, 'file')} to Media
            </button>
          )}
          <button type="button" class="link-button small" onClick={onDismiss}>
            Dismiss
          </button>
        </div>
      )}
    </div>
  );
}

/** `beach.mp4`, `beach.mp4 and dog.mp4`, `beach.mp4 and 3 more files`. */
function nameFiles(files: readonly File[]): string {
  const [first, second, ...others] = files.map(({ name }) => name);
  if (second === undefined) {
    return first ?? '';
  }
  return others.length === 0 ? `${first} and ${second}` : `${first} and ${others.length + 1} more files`;
}
