import type { ComponentChildren } from 'preact';
import type { JobView } from '#operations/jobs.ts';
import { toClock, toDate, toDuration } from '#ui/kit/format.ts';
import { isOpen } from '#ui/pages/jobs/jobs.ts';
import { findMaterialName } from '#ui/pages/materials/materials.ts';
import { toHref } from '#ui/app/navigation.ts';
import { CopyButton } from '#ui/kit/parts/copy-field.tsx';
import { toCost } from './cost.ts';
import { getFormat } from './format-name.ts';
import { toLog } from './job-log.ts';
import { recipeTitle } from './titles.ts';
import { workedSeconds } from './worked-seconds.ts';

/** The details of a job besides its result: facts and log. */
export function JobDetails({ job }: { job: JobView }) {
  const took = isOpen(job) ? null : workedSeconds(job);
  const models = job.models.join(', ');
  const format = getFormat(job);
  return (
    <details>
      <summary>Details and log</summary>
      <div class="stack more">
        <dl class="facts num">
          <Fact name="Recipe">{recipeTitle(job)}</Fact>
          <Fact name="Cost">
            <span>{toCost(job)}</span>
            {job.credits > 0 && (
              <>
                {' · '}
                <a href={toHref({ page: 'ledger' })}>All credits</a>
              </>
            )}
          </Fact>
          <Fact name="Started">{toDate(Date.parse(job.createdAt))}</Fact>
          {took !== null && <Fact name="Duration">{toDuration(took)}</Fact>}
          {job.materials.length > 0 && (
            <Fact name="Source">{job.materials.map((each) => findMaterialName(each) ?? each).join(', ')}</Fact>
          )}
          {format !== '' && <Fact name="Format">{format}</Fact>}
          {models !== '' && <Fact name="Models">{models}</Fact>}
          <Fact name="ID">
            <span class="row">
              <code>{job.id}</code>
              <CopyButton label="job id" value={job.id} />
            </span>
          </Fact>
        </dl>
        <ol class="log num" aria-label="Log">
          {toLog(job).map(({ atMs, text }, index) => (
            <li key={index}>
              <time class="soft" dateTime={new Date(atMs).toISOString()}>
                {toClock(atMs)}
              </time>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      </div>
    </details>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div class="facts-row">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
