import { signal } from '@preact/signals';
import type { JobView } from '#operations/jobs.ts';
import { announce } from './announce.ts';
import { goTo } from './navigation.ts';
import { onJobRest } from '#ui/pages/jobs/jobs.ts';
import { unseenNews } from './tab-title.ts';

/** The permission to show notifications; `unsupported` if the browser has none. */
export const permission = signal<NotificationPermission | 'unsupported'>(
  typeof Notification === 'undefined' ? 'unsupported' : Notification.permission,
);

export async function askPermission(): Promise<void> {
  permission.value = await Notification.requestPermission();
}

/**
 * Notifies screen readers when a job ends or waits for review. A hidden page also shows it in its title and as a
 * notification.
 */
export function tellJobRests(): void {
  onJobRest((job) => {
    const sentence = toSentence(job);
    announce(sentence);
    if (document.visibilityState === 'hidden') {
      void notify(job, sentence);
    }
  });
}

async function notify(job: JobView, sentence: string): Promise<void> {
  unseenNews.value = sentence;
  if (permission.value !== 'granted') {
    return;
  }
  try {
    const notification = new Notification(sentence, { tag: job.id });
    notification.addEventListener('click', () => {
      window.focus();
      goTo({ page: 'job', jobId: job.id });
    });
  } catch {
    // On phones only service workers may show notifications.
    const registration = await navigator.serviceWorker.ready;
    await registration.showNotification(sentence, { tag: job.id });
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
