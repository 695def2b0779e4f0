import { signal } from '@preact/signals';
import type { Json } from '#ui/app/json.ts';

/** The tabs of the export dialog: a file, a file for other editors, or a project. */
export type ExportWay = 'file' | 'programs' | 'project';

/** The tab that the export dialog shows; null while it is closed. */
export const exportWay = signal<ExportWay | null>(null);

/** The input of an earlier export, which preselects the options of the dialog; empty if there is no such export. */
export const exportBefore = signal<Json>({});

/** A counter. Incrementing it opens the list of work, which shows the progress of started exports. */
export const workAsked = signal(0);

export const showWork = (): void => {
  workAsked.value = workAsked.peek() + 1;
};
