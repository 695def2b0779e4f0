import type { JobView } from '#operations/jobs.ts';
import { toHref } from '../navigation.ts';
import { NextStep } from '../parts/problem.tsx';
import { pagesOf } from '../recipes/recipe-pages.tsx';
import { RunAgain } from './run-again.tsx';

/** A failed or canceled job: the reason, and the next steps. */
export function JobEnd({ job }: { job: JobView }) {
  const isFailure = job.status === 'failed';
  const { Retry } = pagesOf(job.recipeId);
  const errorCode = job.error?.errorCode ?? '';
  return (
    <section class={isFailure ? 'note note-bad stack' : 'note stack'}>
      <p>
        {isFailure ? (job.error?.message ?? 'The job failed.') : 'The job was canceled.'} Its credits were released.
      </p>
      <div class="row">
        {isFailure && <Retry job={job} />}
        {!isHopeless(errorCode) && (
          <RunAgain job={job} change={{}}>
            Start it again
          </RunAgain>
        )}
        <NextStep errorCode={errorCode} />
        <a href={toHref({ page: 'home', material: null })}>Start something else</a>
      </div>
    </section>
  );
}

/** True for failures that the same run would have again. */
const isHopeless = (errorCode: string): boolean =>
  ['NO_SUBJECT', 'UNSUPPORTED_MEDIA', 'MATERIAL_NOT_FOUND', 'FILE_TOO_LARGE', 'VALIDATION_FAILED'].includes(errorCode);
