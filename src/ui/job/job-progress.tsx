import { useState } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import { toDuration, toPercent } from '../format.ts';
import { askPermission, permission } from '../notify.ts';
import { Problem } from '../parts/problem.tsx';
import { useAction } from '../use-action.ts';
import { Progress } from '../parts/progress.tsx';

/** A queued or running job: its newest frame, progress, speed and remaining time, and the button that cancels it. */
export function JobProgress(props: { job: JobView; preview: string | null; onCancel: () => Promise<void> }) {
  const { job, preview } = props;
  return (
    <section class="stack" aria-label="Progress">
      <div class="preview">
        {preview === null ? (
          <p class="soft">{job.status === 'queued' ? 'Waiting for the engine' : 'The first frame is on its way'}</p>
        ) : (
          <img src={preview} alt="The newest frame" />
        )}
      </div>
      <div class="row row-apart">
        <p class="progress-stage">{job.status === 'queued' ? 'Queued' : toStage(job.stage)}</p>
        <p class="progress-share num">{toPercent(job.progress)}</p>
      </div>
      <Progress label={toStage(job.stage)} share={job.status === 'queued' ? null : job.progress} />
      <div class="row row-apart">
        <p class="soft num">{toSpeed(job)}</p>
        <CancelButton onCancel={props.onCancel} />
      </div>
      <p class="soft small">
        You may leave this page: the work goes on as long as a tab of this site is open. <NotifyMe />
      </p>
    </section>
  );
}

function CancelButton({ onCancel }: { onCancel: () => Promise<void> }) {
  const { run, isBusy, error } = useAction();
  // A running job ends a moment after the call; until then the button stays disabled.
  const [isAsked, setAsked] = useState(false);
  const cancel = async (): Promise<void> => {
    await onCancel();
    setAsked(true);
  };
  return (
    <>
      <button type="button" class="button" disabled={isBusy || isAsked} onClick={() => run(cancel)}>
        {isBusy || isAsked ? 'Canceling' : 'Cancel'}
      </button>
      {error && <Problem error={error} />}
    </>
  );
}

/** Asks for the permission to show notifications, only on a click. */
function NotifyMe() {
  return permission.value === 'default' ? (
    <button type="button" class="link-button" onClick={() => void askPermission()}>
      Tell me when it is done
    </button>
  ) : null;
}

function toSpeed({ framesPerSecond, etaSeconds, status }: JobView): string {
  const parts = [
    ...(framesPerSecond === null ? [] : [`${framesPerSecond.toFixed(framesPerSecond < 10 ? 1 : 0)} frames/s`]),
    ...(etaSeconds === null || status === 'queued' ? [] : [`${toDuration(etaSeconds)} left`]),
  ];
  return parts.join(' · ');
}

const toStage = (stage: string): string => stage.charAt(0).toUpperCase() + stage.slice(1);
