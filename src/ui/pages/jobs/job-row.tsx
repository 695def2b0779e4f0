import type { JobView } from '#operations/jobs.ts';
import { toAge, toDate, toDuration, toPercent } from '#ui/kit/format.ts';
import { getFormat } from '#ui/pages/job/format-name.ts';
import { jobTitle, recipeTitle } from '#ui/pages/job/titles.ts';
import { workedSeconds } from '#ui/pages/job/worked-seconds.ts';
import { isOpen } from './jobs.ts';
import { keptMaterials } from '#ui/pages/materials/materials.ts';
import { toHref } from '#ui/app/navigation.ts';
import { forPeople } from '#ui/kit/parts/for-people.ts';
import { Progress } from '#ui/kit/parts/progress.tsx';
import { StatusChip } from '#ui/kit/parts/status-chip.tsx';
import { Thumbnail } from '#ui/kit/parts/thumbnail.tsx';

/** A job in the list: a thumbnail of its source, its recipe and its progress. The whole row is a link. */
export function JobRow({ job }: { job: JobView }) {
  const createdMs = Date.parse(job.createdAt);
  const source = keptMaterials.value?.find(({ material }) => material === job.material);
  // The pending step, or the reason of a failure, already fills more than one line of a phone.
  const isDone = job.status === 'completed';
  const format = getFormat(job);
  return (
    <div class="job-row">
      <span class="job-picture">
        {source ? (
          <Thumbnail material={source.material} kind={source.kind} />
        ) : (
          <span class="thumb" aria-hidden="true" />
        )}
      </span>
      <div class="job-words">
        <a class="job-link ellipsis" href={toHref({ page: 'job', jobId: job.id })}>
          {jobTitle(job)}
        </a>
        <p class="soft small ellipsis num">
          {[recipeTitle(job), ...(isDone && format !== '' ? [format] : []), ...toDetail(job)].join(' · ')}
        </p>
        {job.status === 'running' && <Progress label={`Progress of ${jobTitle(job)}`} share={job.progress} />}
      </div>
      <StatusChip status={job.status} />
      <time class="soft small num" dateTime={job.createdAt} title={toDate(createdMs)}>
        {toAge(createdMs, Date.now())}
      </time>
    </div>
  );
}

/** Details of the job's state; nothing if there are none. */
function toDetail(job: JobView): string[] {
  if (job.error) {
    return [forPeople(job.error.message)];
  }
  if (job.status === 'running') {
    const left = job.etaSeconds === null ? '' : `, ${toDuration(job.etaSeconds)} left`;
    return [`${job.stage}, ${toPercent(job.progress)}${left}`];
  }
  if (job.status === 'awaiting_review') {
    return ['Waiting for your review'];
  }
  if (isOpen(job)) {
    return ['Waiting for the engine'];
  }
  const seconds = workedSeconds(job);
  return job.status === 'canceled' ? ['Nothing was charged'] : seconds === null ? [] : [`Took ${toDuration(seconds)}`];
}
