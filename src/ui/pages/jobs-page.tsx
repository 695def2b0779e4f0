import { useState } from 'preact/hooks';
import type { JobView } from '#operations/jobs.ts';
import { callPage } from '../client.ts';
import { ApiError } from '../envelope.ts';
import { toAge, toDate, toDuration, toPercent } from '../format.ts';
import { jobTitle, recipeTitle } from '../job/titles.ts';
import { recentJobs } from '../jobs.ts';
import { toHref } from '../navigation.ts';
import { Empty, Page, Reading } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { Progress } from '../parts/progress.tsx';
import { StatusChip } from '../parts/status-chip.tsx';
import { useLoad } from '../use-load.ts';

const pageSize = 25;

/** Every job, newest first, with its state. */
export function JobsPage() {
  const first = useLoad((signal) => callPage('listJobs', { query: { limit: pageSize }, signal }));
  return (
    <Page title="Jobs">
      <Reading loaded={first.loaded} again={first.again}>
        {({ data, nextCursor }) =>
          data.length === 0 && (recentJobs.value ?? []).length === 0 ? (
            <Empty sentence="Nothing was run yet.">
              <a class="button button-primary" href={toHref({ page: 'home', material: null })}>
                Cut a video out
              </a>
            </Empty>
          ) : (
            <JobList first={data} firstCursor={nextCursor} />
          )
        }
      </Reading>
    </Page>
  );
}

function JobList({ first, firstCursor }: { first: readonly JobView[]; firstCursor: string | null }) {
  const [older, setOlder] = useState<readonly JobView[]>([]);
  const [cursor, setCursor] = useState(firstCursor);
  const [error, setError] = useState<ApiError | null>(null);
  const more = async (): Promise<void> => {
    try {
      const page = await callPage('listJobs', { query: { limit: pageSize, ...(cursor === null ? {} : { cursor }) } });
      setOlder([...older, ...page.data]);
      setCursor(page.nextCursor);
      setError(null);
    } catch (thrown) {
      setError(ApiError.from(thrown));
    }
  };
  return (
    <div class="stack">
      <ul class="rows">
        {toNewest([...first, ...older]).map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </ul>
      {error && <Problem error={error} />}
      {cursor !== null && (
        <div>
          <button type="button" class="button" onClick={() => void more()}>
            Show older ones
          </button>
        </div>
      )}
    </div>
  );
}

/** The listed jobs with newer ones, each in its newest state. */
function toNewest(listed: readonly JobView[]): JobView[] {
  const byId = new Map([...listed, ...(recentJobs.value ?? [])].map((job) => [job.id, job]));
  return [...byId.values()].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
}

function JobRow({ job }: { job: JobView }) {
  const format = job.input['outputFormat'];
  const createdMs = Date.parse(job.createdAt);
  return (
    <li class="job-row">
      <StatusChip status={job.status} />
      <div class="grow">
        <a class="job-link" href={toHref({ page: 'job', jobId: job.id })}>
          {jobTitle(job)}
        </a>
        <p class="soft small ellipsis num">
          {recipeTitle(job)}
          {typeof format === 'string' && ` · ${format}`} · {job.error?.message ?? toDetail(job)}
        </p>
        {job.status === 'running' && <Progress label="Progress" share={job.progress} />}
      </div>
      <time class="soft small num" dateTime={job.createdAt} title={toDate(createdMs)}>
        {toAge(createdMs, Date.now())}
      </time>
    </li>
  );
}

function toDetail(job: JobView): string {
  if (job.status === 'running') {
    const left = job.etaSeconds === null ? '' : `, ${toDuration(job.etaSeconds)} left`;
    return `${job.stage}, ${toPercent(job.progress)}${left}`;
  }
  if (job.status === 'completed') {
    return `Took ${toDuration((Date.parse(job.updatedAt) - Date.parse(job.createdAt)) / 1000)}`;
  }
  if (job.status === 'awaiting_review') {
    return 'Waiting for your review';
  }
  return job.status === 'canceled' ? 'Nothing was charged' : 'Waiting for the engine';
}
