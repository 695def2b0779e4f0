import { useEffect, useState } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import { refreshAccount } from '../account.ts';
import { announce } from '../announce.ts';
import { call } from '../client.ts';
import { ApiError } from '../envelope.ts';
import { toDate, toPercent } from '../format.ts';
import { followJob, isOpen, noteJob, recentJobs, refreshJobs } from '../jobs.ts';
import { goTo } from '../navigation.ts';
import { ConfirmButton } from '../parts/confirm.tsx';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { StatusChip } from '../parts/status-chip.tsx';
import { JobEnd } from './job-end.tsx';
import { JobProgress } from './job-progress.tsx';
import { JobResult } from './job-result.tsx';
import { jobTitle, recipeTitle } from './titles.ts';

/** One job: how far it is, and then its result or what went wrong. */
export function JobPage({ jobId }: { jobId: string }) {
  const { job, preview, error } = useJob(jobId);
  if (!job) {
    return (
      <Page title="Job">{error ? <Problem error={error} /> : <div class="bone viewer-bone" aria-busy="true" />}</Page>
    );
  }
  return (
    <Page title={jobTitle(job)} aside={<StatusChip status={job.status} />}>
      <p class="soft small num job-line">{toLine(job)}</p>
      {isOpen(job) && <JobProgress job={job} preview={preview} onCancel={() => cancel(job.id)} />}
      {job.status === 'completed' && <JobResult job={job} />}
      {(job.status === 'failed' || job.status === 'canceled') && <JobEnd job={job} />}
      {job.warnings.length > 0 && (
        <ul class="note note-warn stack stack-tight">
          {job.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      {!isOpen(job) && <DeleteJob job={job} />}
    </Page>
  );
}

function DeleteJob({ job }: { job: JobView }) {
  const remove = async (): Promise<void> => {
    await call('deleteJob', { params: { envelopeId: job.id } });
    await Promise.all([refreshJobs(), refreshAccount()]);
    goTo({ page: 'jobs' });
  };
  return (
    <div class="row">
      <ConfirmButton label="Delete" name="Delete this job" title="Delete this job?" onConfirm={remove}>
        Its result and its canvas go for good, and cutting the same video again costs credits again. The video stays.
      </ConfirmButton>
    </div>
  );
}

/** Follows the job; what the list knows of it already is shown at once. */
function useJob(jobId: string): { job: JobView | null; preview: string | null; error: ApiError | null } {
  const [preview, setPreview] = useState<string | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const onJob = (job: JobView): void => {
      noteJob(job);
      if (isOpen(job)) {
        announce(`${job.stage}, ${toPercent(job.progress)}`, { isProgress: true });
      }
    };
    followJob(jobId, { onJob, onPreview: setPreview }, controller.signal).catch((thrown: unknown) => {
      if (!controller.signal.aborted) {
        setError(ApiError.from(thrown));
      }
    });
    return () => controller.abort();
  }, [jobId]);
  return { job: recentJobs.value?.find(({ id }) => id === jobId) ?? null, preview, error };
}

async function cancel(envelopeId: string): Promise<void> {
  noteJob(await call('cancelJob', { params: { envelopeId }, body: {} }));
}

function toLine(job: JobView): string {
  const { outputFormat, quality } = job.input;
  const parts = [
    recipeTitle(job),
    typeof outputFormat === 'string' ? outputFormat : '',
    typeof quality === 'string' ? quality : '',
    toDate(Date.parse(job.createdAt)),
    job.creditsCharged ? `${job.credits} credits` : '',
    job.watermarked ? 'with watermark' : '',
    job.model,
  ];
  return parts.filter((part) => part !== '').join(' · ');
}
