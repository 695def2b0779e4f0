import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import './jobs-list.css';
import type { JobView } from '#operations/jobs.ts';
import { toCount } from '#ui/kit/format.ts';
import { jobTitle, recipeTitle } from '#ui/pages/job/titles.ts';
import { useNames } from '#ui/pages/job/use-names.ts';
import { Filters } from './filters.tsx';
import { JobRow } from './job-row.tsx';
import { anyJob, siftJobs, type Sieve } from './sift.ts';
import { useAllJobs, type AllJobs } from './use-all-jobs.ts';
import { isNarrow } from '#ui/kit/narrow.ts';
import { toHref } from '#ui/app/navigation.ts';
import { Empty, Page } from '#ui/kit/parts/page.tsx';
import { Problem } from '#ui/kit/parts/problem.tsx';
import { WindowedList } from '#ui/kit/parts/windowed-list.tsx';

/** Heights of a row in pixels. */
const rowPx = { wide: 68, narrow: 96 } as const;

/** The last search, restored when the user returns from a job's page. */
const sieve = signal<Sieve>(anyJob);

/** All jobs, live: first those that wait for the user, then those at work, then the newest. */
export function JobsPage() {
  const all = useAllJobs();
  return (
    <Page title="Jobs">
      {all.error && (
        <Problem error={all.error}>
          <button type="button" class="link-button" onClick={all.more}>
            Try again
          </button>
        </Problem>
      )}
      {all.jobs?.length === 0 ? <Nothing /> : <Found all={all} />}
    </Page>
  );
}

const Nothing = () => (
  <Empty sentence="No jobs yet. Each run of a recipe creates a job. It continues when you leave its page, waits here for your review, and stores its result.">
    <a class="button button-primary" href={toHref({ page: 'home', material: null })}>
      Choose a recipe
    </a>
  </Empty>
);

function Found({ all }: { all: AllJobs }) {
  useNames(all.jobs ?? []);
  const found = siftJobs(all.jobs ?? [], sieve.value, toTexts);
  const isSifted = sieve.value.words !== '' || sieve.value.status !== '' || sieve.value.recipeId !== '';
  // A match may be in any of them.
  useEffect(() => {
    if (isSifted && all.jobs !== null && !all.isWhole) {
      all.more();
    }
  }, [isSifted, all.jobs?.length, all.isWhole]);
  return (
    <div class="stack">
      <Filters sieve={sieve.value} onChange={(part) => (sieve.value = { ...sieve.value, ...part })} />
      <p class="small soft num" aria-live="polite">
        {all.jobs === null ? 'Loading jobs' : toCounts(found, all)}
      </p>
      {all.jobs === null ? (
        <div class="stack" aria-busy="true" aria-label="Loading">
          {[0, 1, 2, 3, 4].map((row) => (
            <div key={row} class="skeleton job-skeleton" />
          ))}
        </div>
      ) : (
        <WindowedList
          label="Jobs"
          look="job-rows"
          items={found}
          getKey={({ id }) => id}
          rowPx={isNarrow.value ? rowPx.narrow : rowPx.wide}
          onEnd={all.more}
        >
          {(job) => <JobRow job={job} />}
        </WindowedList>
      )}
      {isSifted && found.length === 0 && all.isWhole && (
        <Empty sentence="No matching jobs.">
          <button type="button" class="button" onClick={() => (sieve.value = anyJob)}>
            Show all jobs
          </button>
        </Empty>
      )}
    </div>
  );
}

const toTexts = (job: JobView): readonly string[] => [jobTitle(job), recipeTitle(job), job.canvasId ?? ''];

/** Returns a count such as `12 jobs, 2 need review`; with a plus while older ones are not read yet. */
function toCounts(found: readonly JobView[], { isWhole }: AllJobs): string {
  const waiting = found.filter(({ status }) => status === 'awaiting_review').length;
  const count = isWhole ? toCount(found.length, 'job') : `${found.length}+ jobs`;
  return waiting === 0 ? count : `${count}, ${waiting} ${waiting === 1 ? 'needs' : 'need'} review`;
}
