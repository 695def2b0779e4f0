import { signal } from '@preact/signals';
import type { Editor } from '../editor.ts';
import type { Copied } from './clip-edits.ts';

/** Clips of a canvas, with the files that they show. */
export type Clipboard = {
  readonly canvasId: string;
  readonly copied: readonly Copied[];
  readonly assets: ReturnType<Editor['assets']['peek']>;
};

/** Clips that were copied: they can be pasted into another canvas of this tab too. */
export const clipboard = signal<Clipboard>({ canvasId: '', copied: [], assets: {} });
