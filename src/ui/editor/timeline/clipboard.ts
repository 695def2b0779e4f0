import { signal } from '@preact/signals';
import type { Editor } from '../editor.ts';
import type { Copied } from './clip-edits.ts';

/** Clips that were copied, with the files that they show: they can be pasted into another canvas of this tab too. */
export const clipboard = signal<{
  readonly copied: readonly Copied[];
  readonly assets: ReturnType<Editor['assets']['peek']>;
}>({ copied: [], assets: {} });
