import { signal } from '@preact/signals';
import type { Editor } from '../editor.ts';
import type { Copied } from './clip-edits.ts';

/** Clips of a canvas, with the files that they show. */
export type Clipboard = {
  readonly canvasId: string;
  readonly copied: readonly Copied[];
  readonly assets: ReturnType<Editor['assets']['peek']>;
};

/** The copied clips, which can also be pasted into another canvas of this tab. */
export const clipboard = signal<Clipboard>({ canvasId: '', copied: [], assets: {} });
