import type { JobView } from '#operations/jobs.ts';

const looks: Readonly<Record<JobView['status'], { label: string; look: string }>> = {
  queued: { label: 'Queued', look: '' },
  running: { label: 'Running', look: 'chip-going' },
  awaiting_review: { label: 'Needs review', look: 'chip-warn' },
  completed: { label: 'Done', look: 'chip-good' },
  failed: { label: 'Failed', look: 'chip-bad' },
  canceled: { label: 'Canceled', look: '' },
};

/** The status of a job as a word and a colored dot. */
export function StatusChip({ status }: { status: JobView['status'] }) {
  const { label, look } = looks[status];
  return <span class={`chip ${look}`}>{label}</span>;
}
