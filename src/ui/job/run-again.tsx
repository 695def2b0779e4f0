import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import { ApiError } from '../envelope.ts';
import type { RunBody } from '../home/options.ts';
import { goTo } from '../navigation.ts';
import { Problem } from '../parts/problem.tsx';
import { startRun } from '../start-run.ts';

/** Starts the same run with something changed, and goes to its job. One that was made before is free. */
export function RunAgain(props: { job: JobView; change: Partial<RunBody>; children: ComponentChildren }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const start = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const { job, change } = props;
      const jobId = await startRun({ ...job.input, material: job.material ?? '', ...change });
      goTo({ page: 'job', jobId });
    } catch (thrown) {
      setError(ApiError.from(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button type="button" class="button" disabled={isBusy} onClick={() => void start()}>
        {props.children}
      </button>
      {error && <Problem error={error} />}
    </>
  );
}
