import { toRecord, type Json } from '#ui/app/json.ts';
import { toHref } from '#ui/app/navigation.ts';
import { keepDraft, readDraft } from '#ui/pages/recipe/run-draft.ts';

/** A part of a canvas, in seconds of it. */
export type Span = { readonly startSeconds: number; readonly endSeconds: number };

/** The URL suffix that makes the editor open its export dialog. */
const hash = '#export';

/** The URL of a canvas that opens its export dialog; `keepExportBefore` stores the options of the earlier export. */
export const toExportHref = (canvasId: string): string => toHref({ page: 'canvas', canvasId }) + hash;

/** Stores the input of an export for the editor that the link to `toExportHref` opens. */
export const keepExportBefore = (input: Json): void => keepDraft('export', input);

/**
 * Returns the input of the export to repeat if this page was opened to export its canvas; empty if the input is unknown,
 * otherwise null. It removes the suffix from the URL, so that a reload only opens the canvas.
 */
export function takeExportBefore(canvasId: string): Json | null {
  if (location.hash !== hash) {
    return null;
  }
  history.replaceState(null, '', location.pathname + location.search);
  const input = readDraft('export');
  return input['canvasId'] === canvasId ? input : {};
}

/** The time span of the canvas that an export covered, in seconds; null for the whole canvas. */
export function readSpan({ span }: Json): Span | null {
  const { startSeconds, endSeconds } = toRecord(span);
  return typeof startSeconds === 'number' && typeof endSeconds === 'number' ? { startSeconds, endSeconds } : null;
}
