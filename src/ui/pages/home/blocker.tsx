import { refreshAccount } from '#ui/app/account.ts';
import { call } from '#ui/app/client.ts';
import { activeJob, cancelJob } from '#ui/pages/jobs/jobs.ts';
import { toHref } from '#ui/app/navigation.ts';
import { NextStep, Problem } from '#ui/kit/parts/problem.tsx';
import { useAction } from '#ui/kit/use-action.ts';

/** The balance that one click sets: credits are simulated. */
const freshCredits = 500;

/** The reason that blocks a run, with the action that resolves it. `onSolved` is called when it may be resolved. */
export function Blocker(props: { code: string; message: string; credits: number; onSolved: () => void }) {
  const { code, message, credits, onSolved } = props;
  const { run, isBusy, error } = useAction();
  const act = (solve: () => Promise<unknown>): void =>
    run(async () => {
      await solve();
      onSolved();
    });
  return (
    <div class="note note-warn stack stack-tight">
      <p>{message}</p>
      <div class="row">
        {code === 'INSUFFICIENT_CREDITS' && (
          <button type="button" class="button" disabled={isBusy} onClick={() => act(() => addCredits(credits))}>
            Get {Math.max(freshCredits, credits)} credits
          </button>
        )}
        {code === 'IN_FLIGHT' && activeJob.value ? (
          <RunInFlight jobId={activeJob.value.id} isBusy={isBusy} act={act} />
        ) : (
          <NextStep errorCode={code} />
        )}
      </div>
      {error && <Problem error={error} />}
    </div>
  );
}

function RunInFlight(props: { jobId: string; isBusy: boolean; act: (solve: () => Promise<unknown>) => void }) {
  const { jobId, isBusy, act } = props;
  return (
    <>
      <a href={toHref({ page: 'job', jobId })}>View current run</a>
      <button type="button" class="button" disabled={isBusy} onClick={() => act(() => cancelJob(jobId))}>
        Cancel run
      </button>
    </>
  );
}

async function addCredits(credits: number): Promise<void> {
  await call('setCredits', { body: { credits: Math.max(freshCredits, credits) } });
  await refreshAccount();
}
