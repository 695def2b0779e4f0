import type { ComponentChildren } from 'preact';
import type { JobView } from '#operations/jobs.ts';
import { goTo } from '../navigation.ts';
import { Problem } from '../parts/problem.tsx';
import { useAction } from '../use-action.ts';
import { startRun } from '../start-run.ts';

/** Starts the same run with something changed, and goes to its job. One that was made before is free. */
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

/** A material that was fetched from an address is kept here: the same run again need not fetch it. */
const toKept = ({ input, material }: JobView): { material?: string } =>
  typeof input['material'] === 'string' && material !== undefined ? { material } : {};
