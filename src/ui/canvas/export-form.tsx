import { useMemo, useState } from 'preact/hooks';
import '../styles/forms.css';
import { toProblems } from '../form/form-context.ts';
import { Form, isWhole } from '../form/form.tsx';
import { readSchema } from '../form/read-schema.ts';
import { toRecord, type Json } from '../json.ts';
import { goTo } from '../navigation.ts';
import { findCall, readOpenApi } from '../openapi-document.ts';
import { Reading } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { startRun } from '../start-run.ts';
import { useAction } from '../use-action.ts';
import { useLoad } from '../use-load.ts';
import { routeOf } from '#operations/routes.ts';

/** Makes a file of a canvas, in any format: a form of all that the call takes. It opens the job that makes the file. */
export function ExportForm({ canvasId }: { canvasId: string }) {
  const { loaded, again } = useLoad(() => readOpenApi());
  return (
    <Reading loaded={loaded} again={again}>
      {(api) => <Fields api={api} canvasId={canvasId} />}
    </Reading>
  );
}

function Fields({ api, canvasId }: { api: Json; canvasId: string }) {
  const field = useMemo(() => readSchema(api, findCall(api, routeOf('exportCanvas').path)?.body), [api]);
  const [body, setBody] = useState<Json>({ format: 'mp4' });
  const { run, isBusy, error } = useAction();
  const start = async (): Promise<void> =>
    goTo({ page: 'job', jobId: await startRun('export', { ...toRecord(body), canvasId }) });
  return isWhole(field) ? (
    <form
      class="stack export"
      aria-label="Export"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        run(start);
      }}
    >
      <Form field={field} value={body} problems={toProblems(error)} material={null} onChange={setBody} />
      {error && <Problem error={error} />}
      <div class="row">
        <button class="button" disabled={isBusy}>
          Export
        </button>
        <span class="soft small">It is free, and made beside what you do here.</span>
      </div>
    </form>
  ) : null;
}
