import { toRecord, type Json } from '#ui/app/json.ts';
import { toHref } from '#ui/app/navigation.ts';
import { keepDraft, readDraft } from '#ui/pages/recipe/run-draft.ts';

/** A part of a canvas, in seconds of it. */
export type Span = { readonly startSeconds: number; readonly endSeconds: number };

/** What the address of an editor ends with that opens with its exports. */
const hash = '#export';

/** The address of a canvas where it is exported again; `keepExportBefore` says like what. */
export const toExportHref = (canvasId: string): string => toHref({ page: 'canvas', canvasId }) + hash;

/** Keeps the input of an export, for the editor that a press on the link to `toExportHref` opens. */
export const keepExportBefore = (input: Json): void => keepDraft('export', input);

/**
 * Whether this page was opened to export its canvas, and like what: the input of that export, empty where it is not known. Null
 * where it was not. The address says so once, so that a reload only opens the canvas.
 */
export function takeExportBefore(canvasId: string): Json | null {
  if (location.hash !== hash) {
    return null;
  }
  history.replaceState(null, '', location.pathname + location.search);
  const input = readDraft('export');
  return input['canvasId'] === canvasId ? input : {};
}

/** The part of a canvas that an export was of, in seconds of it; null for all of it. */
export function readSpan({ span }: Json): Span | null {
  const { startSeconds, endSeconds } = toRecord(span);
  return typeof startSeconds === 'number' && typeof endSeconds === 'number' ? { startSeconds, endSeconds } : null;
}
