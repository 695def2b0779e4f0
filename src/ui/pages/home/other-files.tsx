import { useState } from 'preact/hooks';
import { toCount } from '#ui/kit/format.ts';
import { refreshMaterials } from '#ui/pages/materials/materials.ts';
import { toHref } from '#ui/app/navigation.ts';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { Progress } from '#ui/kit/parts/progress.tsx';
import { toStoringText, useUploads } from '#ui/kit/uploads/upload-each.ts';
import { EditFiles } from '../canvases/open-files.tsx';
import { forgetChoice } from './last-choice.ts';
import type { Source } from './source.ts';

/**
 * Several files that were chosen or dropped together: they become one new video, or are stored in Media. A recipe takes only one
 * video, which is `chosen`.
 */
export function OtherFiles(props: { files: readonly File[]; chosen: Source | null; onDismiss: () => void }) {
  const { files, chosen, onDismiss } = props;
  const others = files.filter((file) => chosen?.kind !== 'file' || file !== chosen.file);
  const [storedCount, setStoredCount] = useState<number | null>(null);
  const { store, storing, errors } = useUploads({
    onStored: () => void refreshMaterials().catch(() => undefined),
    onEnd: setStoredCount,
  });
  return (
    <div class="note stack stack-tight" role="status">
      {storedCount !== null && storedCount > 0 ? (
        <p>
          {toCount(storedCount, 'file')} added to <a href={toHref({ page: 'materials' })}>Media</a>.
        </p>
      ) : (
        <p>
          {chosen?.kind === 'file' && `This recipe takes one video: ${chosen.file.name}. `}
          {nameFiles(others)} {others.length === 1 ? 'was' : 'were'} not added.
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
          <EditFiles files={files} label={`Edit ${files.length} files in a new video`} onOpened={forgetChoice} />
          {storedCount === null && (
            <button type="button" class="button" onClick={() => store(others)}>
              Add {toCount(others.length, 'file')} to Media
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
