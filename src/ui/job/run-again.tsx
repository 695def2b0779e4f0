import type { ComponentChildren } from 'preact';
import type { JobView } from '#operations/jobs.ts';
import { goTo, toHref } from '../navigation.ts';
import { Problem } from '../parts/problem.tsx';
import { useAction } from '../use-action.ts';
import { keepDraft } from '../run/run-draft.ts';
import { startRun } from '../start-run.ts';

/** A button that starts the run of a job again with changed input, and opens the new job. A cached result is free. */
export function RunAgain(props: {
  job: JobView;
  change: Readonly<Record<string, unknown>>;
  children: ComponentChildren;
}) {
  const { run, isBusy, error } = useAction();
  const start = async (): Promise<void> => {
    const { job, change } = props;
    const jobId = await startRun(job.recipeId, { ...job.input, ...toKept(job), ...change });
    goTo({ page: 'job', jobId });
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

/** A link to the form of the recipe, filled in as the job was, so that it is run again with changes. None for an export. */
export function ChangeIt({ job }: { job: JobView }) {
  const { recipeId, input } = job;
  return recipeId === 'export' ? null : (
    <a
      class="button"
      href={toHref({ page: 'recipe', recipeId, material: null })}
      onClick={() => keepDraft(recipeId, { ...input, ...toKept(job) })}
    >
      Run again with changes
    </a>
  );
}

/** The stored material of a job: a run of the same address then need not fetch it again. */
const toKept = ({ input, material }: JobView): { material?: string } =>
  typeof input['material'] === 'string' && material !== undefined ? { material } : {};
