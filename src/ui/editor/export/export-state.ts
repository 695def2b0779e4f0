import { signal } from '@preact/signals';

/** What the dialog of exports makes: a file, a file for other programs, or a project. */
export type ExportWay = 'file' | 'programs' | 'project';

/** What the open dialog of exports shows; null while it is closed. */
export const exportWay = signal<ExportWay | null>(null);
