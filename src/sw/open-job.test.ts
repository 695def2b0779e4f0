import { expect, test, vi } from 'vitest';
import type { JobNotice } from '#core/protocol/job-notice.ts';
import { openJob } from './open-job.ts';

const base = new URL('https://offcut.test/app/');
const notice: JobNotice = { openJob: 'job_1', href: new URL('workspace/jobs/job_1', base).href };

const openTab = (path: string) => ({
  url: new URL(path, base).href,
  postMessage: vi.fn<(data: unknown) => void>(),
  focus: vi.fn<() => Promise<void>>().mockResolvedValue(),
});

async function click(tabs: readonly ReturnType<typeof openTab>[], data: unknown = notice) {
  const openWindow = vi.fn<(url: string) => Promise<null>>().mockResolvedValue(null);
  // No protocol of a browser can click a notification, so the tabs are stand-ins.
  const clients = { matchAll: () => Promise.resolve(tabs), openWindow } as unknown as Clients;
  await openJob({ clients }, data);
  return openWindow;
}

test('focuses the tab that shows the job', async () => {
  const [other, shown] = [openTab(''), openTab('workspace/jobs/job_1')];
  expect(await click([other, shown])).not.toHaveBeenCalled();
  expect(shown.focus).toHaveBeenCalledOnce();
  expect(shown.postMessage).not.toHaveBeenCalled();
  expect(other.focus).not.toHaveBeenCalled();
});

test('opens the job in the tab that was focused last', async () => {
  const [last, older] = [openTab('materials'), openTab('')];
  expect(await click([last, older])).not.toHaveBeenCalled();
  expect(last.postMessage).toHaveBeenCalledExactlyOnceWith(notice);
  expect(last.focus).toHaveBeenCalledOnce();
  expect(older.postMessage).not.toHaveBeenCalled();
});

test('opens a new tab if all are closed', async () => {
  expect(await click([])).toHaveBeenCalledExactlyOnceWith('https://offcut.test/app/workspace/jobs/job_1');
});

test('ignores a notification that is not about a job', async () => {
  const tab = openTab('');
  expect(await click([tab], { openJob: 7, href: 'https://offcut.test/' })).not.toHaveBeenCalled();
  expect(tab.focus).not.toHaveBeenCalled();
});
