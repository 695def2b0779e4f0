import { capitalise } from '#core/lib/capitalise.ts';
import { useState } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import { toPercent } from '#ui/kit/format.ts';
import { recentJobs } from '#ui/pages/jobs/jobs.ts';
import { keptMaterials } from '#ui/pages/materials/materials.ts';
import { toHref } from '#ui/app/navigation.ts';
import { askPermission, permission } from '#ui/app/notify.ts';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { Progress } from '#ui/kit/parts/progress.tsx';
import { waitsForFrame } from '#ui/reviews/any/stage-wait.tsx';
import { useAction } from '#ui/kit/use-action.ts';
import { toPace } from './pace.ts';
import { getShape } from './shape.ts';
import { jobTitle } from './titles.ts';

/** A queued or running job: its newest frame, progress, speed, remaining time and Cancel button. */
export function JobProgress(props: { job: JobView; preview: string | null; onCancel: () => Promise<void> }) {
  const { job, preview } = props;
  const source = keptMaterials.value?.find(({ material }) => material === job.material);
  const isQueued = job.status === 'queued';
  return (
    <section class="stack" aria-label="Progress">
      {/* Reserves the space of the frame before the first one arrives. */}
      <div class="preview" style={{ '--shape': getShape(job, keptMaterials.value ?? []) }}>
        {preview === null ? (
          <p class="soft">{isQueued ? 'Waiting for the engine' : waitsForFrame}</p>
        ) : (
          <img src={preview} alt="Newest frame" />
        )}
      </div>
      <div class="row row-apart">
        <p class="progress-stage">{isQueued ? 'Queued' : capitalise(job.stage)}</p>
        <p class="progress-share num">{!isQueued && toPercent(job.progress)}</p>
      </div>
      <Progress label={capitalise(job.stage)} share={isQueued ? null : job.progress} />
      <div class="progress-way">
        <p class="soft num">{isQueued ? <Turn job={job} /> : toPace(job, source?.frameRate)}</p>
        <CancelButton onCancel={props.onCancel} />
      </div>
      {job.stage.startsWith('Loading the model') && isFirstRun() && (
        <p class="soft small">
          The first run also downloads the engine and its models, about 20 MB. Later runs work offline.
        </p>
      )}
      <p class="soft small">
        You can leave this page: the job continues as long as a tab of this site is open. <NotifyMe />
      </p>
    </section>
  );
}

/** Whether this browser has not created a result yet, so that the engine's files may still be downloading. */
const isFirstRun = (): boolean => recentJobs.value?.every(({ status }) => status !== 'completed') === true;

/** The jobs ahead of a queued job, and its estimated end. */
function Turn({ job }: { job: JobView }) {
  const first = recentJobs.value?.find(({ status }) => status === 'running');
  const pace = toPace(job, undefined);
  return (
    <>
      {first && (
        <>
          {'Starts after '}
          <a href={toHref({ page: 'job', jobId: first.id })}>{jobTitle(first)}</a>
          {pace !== '' && '. '}
        </>
      )}
      {pace}
    </>
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
      Notify me when done
    </button>
  ) : null;
}
