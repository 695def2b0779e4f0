import { queuedOutputFormatIds, outputFormats } from '#core/formats.ts';
import { fromHere } from '../navigation.ts';
import { Problem } from '../parts/problem.tsx';
import { startRun } from '../start-run.ts';
import { useAction } from '../use-action.ts';

/** Makes the same film in another format from its canvas, which is free. `extension` is that of the file that is there. */
export function OtherFormats({ canvasId, extension }: { canvasId: string; extension: string }) {
  const { run, isBusy, error } = useAction();
  const make = (format: string): void =>
    run(async () => {
      const goOn = fromHere();
      goOn({ page: 'job', jobId: await startRun('export', { canvasId, format }) });
    });
  const others = queuedOutputFormatIds.filter((format) => format !== extension);
  return (
    <>
      {others.map((format) => (
        <button key={format} type="button" class="button" disabled={isBusy} onClick={() => make(format)}>
          Make {outputFormats[format].label}
        </button>
      ))}
      {error && <Problem error={error} />}
    </>
  );
}
