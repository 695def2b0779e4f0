import type { JobView } from '#operations/jobs.ts';
import { call } from '#ui/app/client.ts';
import { RunAgain } from '#ui/pages/job/run-again.tsx';
import { MissingModel } from '#ui/pages/models/missing-model.tsx';
import { useLoad } from '#ui/kit/use-load.ts';

/** Suggests another model, because a video without people may still have a subject. */
export function Retry({ job }: { job: JobView }) {
  return job.error?.errorCode === 'NO_SUBJECT' && job.input['subject'] !== 'object' ? <AsObject job={job} /> : null;
}

/** A button that may need to download a model first. */
function AsObject({ job }: { job: JobView }) {
  const { loaded, again } = useLoad((signal) =>
    call('getEstimate', { query: { recipeId: 'remove-background', subject: 'object' }, signal }),
  );
  const [missing] = loaded.state === 'ready' ? (loaded.data.missingModels ?? []) : [];
  return missing ? (
    <div class="stack stack-tight">
      <p>No person? Cut out the main object.</p>
      <MissingModel {...missing} onSolved={again} />
    </div>
  ) : (
    <RunAgain job={job} change={{ subject: 'object' }}>
      Cut out the main object
    </RunAgain>
  );
}
