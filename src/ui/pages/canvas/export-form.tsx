import { useState } from 'preact/hooks';
import '#ui/app/styles/forms.css';
import type { DataOf } from '#ui/app/client.ts';
import { fromHere } from '#ui/app/navigation.ts';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { startRun } from '#ui/pages/recipe/start-run.ts';
import { useAction } from '#ui/kit/use-action.ts';
import { ExportFields } from './export-fields.tsx';
import { firstOptions, toExportBody } from './export-options.ts';

/** The form that exports a canvas in any format. It opens the job of the export. */
export function ExportForm({ canvas }: { canvas: Pick<DataOf<'getCanvas'>, 'id' | 'document'> }) {
  const [options, setOptions] = useState(firstOptions);
  const { run, isBusy, error } = useAction();
  const start = async (): Promise<void> => {
    const goOn = fromHere();
    const body = toExportBody(canvas.document, options);
    goOn({ page: 'job', jobId: await startRun('export', { ...body, canvasId: canvas.id }) });
  };
  return (
    <form
      class="stack export"
      aria-label="Export"
      onSubmit={(event) => {
        event.preventDefault();
        run(start);
      }}
    >
      <ExportFields document={canvas.document} options={options} onChange={setOptions} />
      {error && <Problem error={error} />}
      <div class="row">
        <button class="button" disabled={isBusy}>
          Export
        </button>
        <span class="soft small">Opens the export job.</span>
      </div>
    </form>
  );
}
