import type { Page } from 'playwright-core';
import type { JobView } from '#operations/jobs.ts';

/** A picture for a preview: one grey point. */
const picture =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"%3E%3Crect width="16" height="9" fill="gray"/%3E%3C/svg%3E';

/**
 * Opens the page of a job as if it waited for review: no recipe of the product proposes anything yet, so this tab's answers
 * are changed on their way. Gives what the tab has sent as reviews.
 */
export async function showReview(tab: Page, baseUrl: string, done: JobView): Promise<() => Promise<unknown[]>> {
  const job: JobView = {
    ...done,
    recipeId: 'tighten',
    status: 'awaiting_review',
    stage: 'Waiting for review',
    proposal: { cuts: [{ id: 'cut-1', startSeconds: 1.25, endSeconds: 2, isAccepted: true }], afterSeconds: 9.25 },
    previews: [1.25, 4, 7.5].map((atSeconds) => ({ atSeconds, url: `${picture}#${atSeconds}` })),
    reviewExpiresAt: '2030-01-31T12:00:00.000Z',
  };
  await tab.addInitScript(answerReviews, job);
  await tab.goto(`${baseUrl}/workspace/jobs/${job.id}`);
  await tab.getByRole('button', { name: 'Approve' }).waitFor();
  return () => tab.evaluate<unknown[]>('globalThis.sentReviews');
}

/** Runs in the page. */
function answerReviews(job: JobView): void {
  const ask = globalThis.fetch;
  const sent: unknown[] = [];
  Object.assign(globalThis, { sentReviews: sent });
  const answer = (data: unknown): Response => Response.json({ success: true, data });
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    if (pathname.endsWith(`/v1/jobs/${job.id}/review`) && typeof init?.body === 'string') {
      sent.push(JSON.parse(init.body));
      return answer({ ...job, status: 'queued', stage: 'Waiting', updatedAt: new Date().toISOString() });
    }
    if (pathname.endsWith(`/v1/jobs/${job.id}/events`)) {
      return new Response(new ReadableStream(), { headers: { 'Content-Type': 'text/event-stream' } });
    }
    if (pathname.endsWith(`/v1/jobs/${job.id}`)) {
      return answer(job);
    }
    const { proposal: _, ...listed } = job;
    return pathname.endsWith('/v1/jobs') ? answer([listed]) : ask(input, init);
  };
}
