import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { createDeferred } from '#core/lib/deferred.ts';
import type { JobView } from '#operations/jobs.ts';
import { refreshAccount } from '#ui/app/account.ts';
import { announce } from '#ui/app/announce.ts';
import { call } from '#ui/app/client.ts';
import type { OffcutError } from '#client/offcut-error.ts';
import { toError } from '#ui/app/to-error.ts';
import { toDate, toPercent } from '#ui/kit/format.ts';
import {
  cancelJob,
  followJob,
  isAtWork,
  isOlder,
  isOpen,
  noteJob,
  recentJobs,
  refreshJobs,
  type JobNews,
} from '#ui/pages/jobs/jobs.ts';
import { fromHere } from '#ui/app/navigation.ts';
import { ConfirmButton } from '#ui/kit/parts/confirm.tsx';
import { Page } from '#ui/kit/parts/page.tsx';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { StatusChip } from '#ui/kit/parts/status-chip.tsx';
import { getRecipeParts } from '#ui/reviews/recipe-parts.tsx';
import { comesFirst } from '#ui/app/turns.ts';
import './job.css';
import { Call } from './call.tsx';
import { toCost } from './cost.ts';
import { getFormat } from './format-name.ts';
import { JobDetails } from './job-details.tsx';
import { JobEnd } from './job-end.tsx';
import { JobProgress } from './job-progress.tsx';
import { ChangeIt } from './run-again.tsx';
import { ResultSkeleton } from '#ui/kit/viewer/viewer-skeleton.tsx';
import { jobTitle, recipeTitle } from './titles.ts';
import { useNames } from './use-names.ts';
import { hasReview } from './worked-seconds.ts';
import { forPeople } from '#ui/kit/parts/for-people.ts';

/** The delay before a failed job request is retried. */
const retryMs = 2000;

/** The page of a job: its progress, review, result or failure. */
export function JobPage({ jobId }: { jobId: string }) {
  const { job, preview, error, take } = useJob(jobId);
  useFocusAfter(job?.status);
  useNames(job ? [job] : []);
  if (!job) {
    return <Page title="Job">{error ? <Problem error={error} /> : <Bones />}</Page>;
  }
  return (
    <Page title={jobTitle(job)} aside={<StatusChip status={job.status} />}>
      <p class="soft small num job-line">
        {toLine(job)}
        {!isEnd(job) && <ChangeIt job={job} before=" · " />}
      </p>
      {error && <Problem error={error} />}
      <div class="job-state stack">
        <JobState job={job} preview={preview} onChanged={take} />
      </div>
      {job.warnings.length > 0 && (
        <ul class="note note-warn stack stack-tight">
          {job.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      <div class="stack stack-tight">
        <Call job={job} hasReview={hasReview(job)} />
        <JobDetails job={job} />
      </div>
      {!isOpen(job) && (
        <div>
          <DeleteJob job={job} />
        </div>
      )}
    </Page>
  );
}

/** The skeletons of an unknown job: the line below the heading, and the preview. */
const Bones = () => (
  <>
    <p class="small job-line">&nbsp;</p>
    <ResultSkeleton shape={16 / 9} />
  </>
);

/** Whether the job ended without a result: the reason is shown with the next steps. */
const isEnd = ({ status }: JobView): boolean => status === 'failed' || status === 'canceled';

function JobState(props: { job: JobView; preview: string | null; onChanged: (job: JobView) => void }) {
  const { job, preview, onChanged } = props;
  switch (job.status) {
    case 'queued':
    case 'running':
      return <JobProgress job={job} preview={preview} onCancel={async () => onChanged(await cancelJob(job.id))} />;
    case 'awaiting_review':
      return <JobReview job={job} onReviewed={onChanged} />;
    case 'completed':
      return <JobResult job={job} />;
    case 'failed':
    case 'canceled':
    default:
      return <JobEnd job={job} />;
  }
}

function JobResult({ job }: { job: JobView }) {
  const { Result } = getRecipeParts(job.recipeId);
  return <Result job={job} />;
}

function DeleteJob({ job }: { job: JobView }) {
  const remove = async (): Promise<void> => {
    const goOn = fromHere();
    await call('deleteJob', { params: { envelopeId: job.id } });
    await Promise.all([refreshJobs(), refreshAccount()]);
    goOn({ page: 'jobs' });
  };
  return (
    <ConfirmButton label="Delete" name="Delete this job" title="Delete this job?" onConfirm={remove}>
      The result and its canvas are deleted permanently, and the same run costs credits again. Its media stay.
    </ConfirmButton>
  );
}

/** The focused element may disappear with its state, as Approve does. Then the heading receives the focus. */
function useFocusAfter(status: JobView['status'] | undefined): void {
  const before = useRef(status);
  useLayoutEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (before.current !== undefined && before.current !== status && isLost) {
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    }
    before.current = status;
  }, [status]);
}

/** Follows a job. Before the first answer it shows the list's job, which has no proposal. */
function useJob(jobId: string) {
  const [job, setJob] = useState<JobView | null>(null);
  const [preview, setPreview] = useState<string | null>(null);
  const [error, setError] = useState<OffcutError | null>(null);
  const newest = useRef<JobView | null>(null);
  const take = (next: JobView): void => {
    setError(null);
    if (newest.current !== null && isOlder(next, newest.current)) {
      return;
    }
    newest.current = next;
    setJob(next);
    noteJob(next);
    if (isAtWork(next)) {
      announce(`${next.stage}, ${toPercent(next.progress)}`, { isProgress: true });
    }
  };
  useEffect(() => {
    const controller = new AbortController();
    const known = createDeferred();
    void comesFirst(known.promise);
    const onJob = (next: JobView): void => {
      take(next);
      known.resolve();
    };
    const onError = (failed: OffcutError): void => {
      setError(failed);
      known.resolve();
    };
    void followOn(jobId, { onJob, onPreview: setPreview }, onError, controller.signal);
    return () => {
      controller.abort();
      known.resolve();
    };
  }, [jobId]);
  return { job: job ?? recentJobs.value?.find(({ id }) => id === jobId) ?? null, preview, error, take };
}

/** Follows a job, and retries after temporary failures. Never rejects. */
async function followOn(
  jobId: string,
  news: JobNews,
  onError: (error: OffcutError) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let isLost = true; isLost && !signal.aborted;) {
    isLost = false;
    try {
      await followJob(jobId, news, signal);
    } catch (thrown) {
      const error = toError(thrown);
      isLost = error.retryable;
      if (!signal.aborted) {
        onError(error);
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
  }
}

function toLine(job: JobView): string {
  const { quality } = job.input;
  const parts = [
    recipeTitle(job),
    getFormat(job),
    typeof quality === 'string' ? quality : '',
    toDate(Date.parse(job.createdAt)),
    toCost(job),
    job.watermarked ? 'with watermark' : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** A job that waits for review: its deadline, and the review form of its recipe. */
function JobReview({ job, onReviewed }: { job: JobView; onReviewed: (job: JobView) => void }) {
  const { Review } = getRecipeParts(job.recipeId);
  return (
    <section class="stack" aria-labelledby="review">
      <div class="note note-warn review-note">
        <h2 id="review">Waiting for your review</h2>
        <p>
          Approve this proposal, or change it first. Its credits stay reserved until you decide.
          {job.reviewExpiresAt !== undefined &&
            ` Without a decision the job is canceled on ${toDate(Date.parse(job.reviewExpiresAt))}.`}
        </p>
      </div>
      {job.error && (
        <div class="note note-bad" role="alert">
          <p>No new proposal could be created, so this one waits for review again. {forPeople(job.error.message)}</p>
        </div>
      )}
      {/* A new proposal resets the form. */}
      <Review key={job.updatedAt} job={job} onReviewed={onReviewed} />
    </section>
  );
}
