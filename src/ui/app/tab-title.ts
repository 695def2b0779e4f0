import { effect, signal } from '@preact/signals';
import { toPercent } from '#ui/kit/format.ts';
import { activeJob } from '#ui/pages/jobs/jobs.ts';

/** The title of the page that is shown. */
export const pageTitle = signal('');

/** What happened while the page was out of sight, in a sentence; empty for nothing. */
export const unseenNews = signal('');

/** Keeps the title of the tab: what happened unseen, else how far the job at work is, and the page. */
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

/** The title of a tab: `41 % · Jobs · Offcut`. */
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
