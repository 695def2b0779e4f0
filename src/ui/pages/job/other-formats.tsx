import { isSoundFormat, queuedOutputFormatIds, soundFormatIds } from '#core/model/formats.ts';
import { fromHere } from '#ui/app/navigation.ts';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { startRun } from '#ui/pages/recipe/start-run.ts';
import { useAction } from '#ui/kit/use-action.ts';
import { toFormatName } from './format-name.ts';

/**
 * Exports the same video or audio in another format from its canvas, which is free. `extension` is that of the existing
 * file.
 */
export function OtherFormats({ canvasId, extension }: { canvasId: string; extension: string }) {
  const { run, isBusy, error } = useAction();
  const make = (format: string): void =>
    run(async () => {
      const goOn = fromHere();
      goOn({ page: 'job', jobId: await startRun('export', { canvasId, format }) });
    });
  const formats = isSoundFormat(extension) ? soundFormatIds : queuedOutputFormatIds;
  const others = formats.filter((format) => format !== extension);
  return (
    <>
      {others.map((format) => (
        <button key={format} type="button" class="button" disabled={isBusy} onClick={() => make(format)}>
          Export {toFormatName(format)}
        </button>
      ))}
      {error && <Problem error={error} />}
    </>
  );
}
