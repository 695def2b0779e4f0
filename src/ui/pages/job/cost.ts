import type { JobView } from '#operations/jobs.ts';
import { toCount } from '#ui/kit/format.ts';

/** Returns the price status of a job as text: reserved while open, then charged or refunded. */
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
  return status === 'failed' || status === 'canceled' ? `${price} refunded` : `${price} reserved`;
}
