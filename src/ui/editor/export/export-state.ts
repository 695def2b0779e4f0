import { signal } from '@preact/signals';
import type { Json } from '../../json.ts';

/** What the dialog of exports makes: a file, a file for other programs, or a project. */
export type ExportWay = 'file' | 'programs' | 'project';

/** What the open dialog of exports shows; null while it is closed. */
export const exportWay = signal<ExportWay | null>(null);

/** The call of an earlier export, which the dialog begins with; empty for none. */
export const exportBefore = signal<Json>({});

/** Raised to show the list of work, which says where the progress of what was begun is. */
export const workAsked = signal(0);

export const showWork = (): void => {
  workAsked.value = workAsked.peek() + 1;
};
