import type { JobView } from '#operations/jobs.ts';
import { toHref } from '#ui/app/navigation.ts';
import { forPeople } from '#ui/kit/parts/for-people.ts';
import { NextStep } from '#ui/kit/parts/problem.tsx';
import { getRecipeParts } from '#ui/reviews/recipe-parts.tsx';
import { ChangeIt, RunAgain } from './run-again.tsx';
import { needsOtherFile, wouldFailAgain } from './would-fail-again.ts';

/** A failed or canceled job: the reason, and the next steps. */
export function JobEnd({ job }: { job: JobView }) {
  const isFailure = job.status === 'failed';
  const { Retry } = getRecipeParts(job.recipeId);
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
