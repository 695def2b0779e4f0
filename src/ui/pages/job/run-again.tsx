import type { ComponentChildren } from 'preact';
import type { JobView } from '#operations/jobs.ts';
import { keepExportBefore, toExportHref } from '#ui/pages/canvas/export-before.ts';
import { canvasTitles } from '#ui/pages/canvases/all-canvases.ts';
import { fromHere, toHref } from '#ui/app/navigation.ts';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { keepDraft } from '#ui/pages/recipe/run-draft.ts';
import { startRun } from '#ui/pages/recipe/start-run.ts';
import { exportedCanvas } from './titles.ts';

/** A button that reruns a job with changed input, and opens the new job. A cached result is free. */
export function RunAgain(props: {
  job: JobView;
  change: Readonly<Record<string, unknown>>;
  children: ComponentChildren;
}) {
  const { run, isBusy, error } = useAction();
  const start = async (): Promise<void> => {
    const goOn = fromHere();
    const { job, change } = props;
    const jobId = await startRun(job.recipeId, { ...job.input, ...toKept(job), ...change });
    goOn({ page: 'job', jobId });
  };
  return (
    <>
      <button type="button" class="button" disabled={isBusy} onClick={() => run(start)}>
        {props.children}
      </button>
      {error && <Problem error={error} />}
    </>
  );
}

/**
 * A link to the recipe form or the export dialog, prefilled with the job's input without the faulty file. Renders nothing
 * for an export whose canvas is deleted. After the text `before` it is an inline link; else it looks like a button.
 */
export function ChangeIt(props: { job: JobView; before?: string; isFileAtFault?: boolean }) {
  const { job, before, isFileAtFault = false } = props;
  const { recipeId, input } = job;
  const canvasId = exportedCanvas(job);
  const look = before === undefined ? { class: 'button' } : {};
  if (canvasId === undefined) {
    return (
      <>
        {before}
        <a
          {...look}
          href={toHref({ page: 'recipe', recipeId, material: null })}
          onClick={() => keepDraft(recipeId, isFileAtFault ? withoutFile(input) : { ...input, ...toKept(job) })}
        >
          {isFileAtFault ? 'Run again with another file' : 'Run again with changes'}
        </a>
      </>
    );
  }
  return canvasTitles.value?.has(canvasId) === true ? (
    <>
      {before}
      <a {...look} href={toExportHref(canvasId)} onClick={() => keepExportBefore(input)}>
        Export again with changes
      </a>
    </>
  ) : null;
}

function withoutFile(input: JobView['input']): JobView['input'] {
  const { material: _, ...rest } = input;
  return rest;
}

/** The stored material of a job: a run of the same URL then does not fetch it again. */
const toKept = ({ input, material }: JobView): { material?: string } =>
  typeof input['material'] === 'string' && material !== undefined ? { material } : {};
