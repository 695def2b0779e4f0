import type { JobView } from '#operations/jobs.ts';
import { toHref } from '../navigation.ts';
import { forPeople } from '../parts/for-people.ts';
import { NextStep } from '../parts/problem.tsx';
import { pagesOf } from '../recipes/recipe-pages.tsx';
import { ChangeIt, RunAgain } from './run-again.tsx';
import { needsOtherFile, wouldFailAgain } from './would-fail-again.ts';

/** A failed or canceled job: the reason, and the next steps. */
export function JobEnd({ job }: { job: JobView }) {
  const isFailure = job.status === 'failed';
  const { Retry } = pagesOf(job.recipeId);
  const errorCode = job.error?.errorCode ?? '';
  return (
    <section class={isFailure ? 'note note-bad stack' : 'note stack'}>
      <p>
        {isFailure ? forPeople(job.error?.message ?? 'The job failed.') : 'The job was canceled.'}
        {job.credits > 0 && ' Its credits were refunded.'}
      </p>
      <div class="row">
        {isFailure && <Retry job={job} />}
        {!wouldFailAgain(errorCode) && (
          <RunAgain job={job} change={{}}>
            Run again
          </RunAgain>
        )}
        <ChangeIt job={job} isFileAtFault={needsOtherFile(errorCode)} />
        <NextStep errorCode={errorCode} />
        <a href={toHref({ page: 'home', material: null })}>Start something else</a>
      </div>
    </section>
  );
}
