import type { JobView } from '#operations/jobs.ts';
import { toDate } from '#ui/kit/format.ts';
import { forPeople } from '#ui/kit/parts/for-people.ts';
import { getRecipeParts } from '#ui/reviews/recipe-parts.tsx';

/** A job that waits for review: its deadline, and the review form of its recipe. */
export function JobReview({ job, onReviewed }: { job: JobView; onReviewed: (job: JobView) => void }) {
  const { Review } = getRecipeParts(job.recipeId);
  return (
    <section class="stack" aria-labelledby="review">
      <div class="note note-warn stack stack-tight">
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
