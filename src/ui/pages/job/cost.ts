import type { JobView } from '#operations/jobs.ts';
import { toCount } from '#ui/kit/format.ts';

/** What became of the price of a job, in words: reserved while it is open, then charged or released. */
export function toCost({
  credits,
  creditsCharged,
  status,
}: Pick<JobView, 'credits' | 'creditsCharged' | 'status'>): string {
  if (credits === 0) {
    return 'Free';
  }
  const price = toCount(credits, 'credit');
  if (creditsCharged) {
    return `${price} charged`;
  }
  return status === 'failed' || status === 'canceled' ? `${price} reserved, and released` : `${price} reserved`;
}
