import { effect, signal } from '@preact/signals';
import { toPercent } from '#ui/kit/format.ts';
import { activeJob } from '#ui/pages/jobs/jobs.ts';

/** The title of the current page. */
export const pageTitle = signal('');

/** The last event while the page was hidden, as a sentence; empty without one. */
export const unseenNews = signal('');

/** Updates the title of the tab: the unseen event, else the progress of the running job, and the page. */
export function keepTitle(): void {
  effect(() => {
    document.title = toTitle(pageTitle.value, unseenNews.value, activeJob.value);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') {
      unseenNews.value = '';
    }
  });
}

/** Returns the title of a tab: `41 % · Jobs · Offcut`. */
export function toTitle(
  page: string,
  news: string,
  job: { readonly status: string; readonly progress: number } | null,
): string {
  const own = page === '' ? 'Offcut' : `${page} · Offcut`;
  if (news !== '') {
    return `${news} · Offcut`;
  }
  return job?.status === 'running' ? `${toPercent(job.progress)} · ${own}` : own;
}
