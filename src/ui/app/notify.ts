import { signal } from '@preact/signals';
import type { JobView } from '#operations/jobs.ts';
import { isJobNotice, type JobNotice } from '#core/protocol/job-notice.ts';
import { announce } from './announce.ts';
import { goTo, toHref } from './navigation.ts';
import { onJobRest } from '#ui/pages/jobs/jobs.ts';
import { jobTitle } from '#ui/pages/job/titles.ts';
import { unseenNews } from './tab-title.ts';

/** The permission to show notifications; `unsupported` if the browser has none. */
export const permission = signal<NotificationPermission | 'unsupported'>(
  typeof Notification === 'undefined' ? 'unsupported' : Notification.permission,
);

export async function askPermission(): Promise<void> {
  permission.value = await Notification.requestPermission();
}

/**
 * Notifies screen readers when a job ends or waits for review. A hidden page also shows it in its title and as a notification; a
 * click on that opens the job.
 */
export function tellJobRests(): void {
  onJobRest((job) => {
    const sentence = toSentence(job);
    announce(sentence);
    if (document.visibilityState === 'hidden') {
      void notify(job, sentence);
    }
  });
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isJobNotice(data)) {
      goTo({ page: 'job', jobId: data.openJob });
    }
  });
}

/** Shows a notification of the service worker: on phones pages cannot show one, and it outlives the tab. */
async function notify(job: JobView, sentence: string): Promise<void> {
  unseenNews.value = sentence;
  if (permission.value === 'granted') {
    const registration = await navigator.serviceWorker.ready;
    const data: JobNotice = { openJob: job.id, href: toHref({ page: 'job', jobId: job.id }) };
    await registration.showNotification(sentence, { tag: job.id, body: jobTitle(job), data });
  }
}

function toSentence(job: JobView): string {
  switch (job.status) {
    case 'completed':
      return 'The result is ready.';
    case 'failed':
      return 'The job failed.';
    case 'awaiting_review':
      return 'A job needs review.';
    case 'canceled':
      return 'The job was canceled.';
    case 'queued':
    case 'running':
    default:
      return 'The job continues.';
  }
}
