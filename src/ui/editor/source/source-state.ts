import { signal } from '@preact/signals';
import type { Placeable } from '../materials/placeable.ts';
import { moveMark, type SourceSpan } from './source-marks.ts';

/** The file in the source monitor; null while it is closed. */
export const openSource = signal<Placeable | null>(null);

/** The in and out points of files, by asset id, while the page is open. */
const marks = signal<ReadonlyMap<string, SourceSpan>>(new Map());

/** Returns the marked part of a file; null for the whole file. */
export const getMarks = ({ assetId }: Placeable): SourceSpan | null => marks.value.get(assetId) ?? null;

/** Moves the in or the out point of a file. */
export function setMark(source: Placeable, mark: 'in' | 'out', atSeconds: number): void {
  putMarks(source, moveMark(getMarks(source), mark, atSeconds, source.durationSeconds ?? 0));
}

/** Sets the marked part of a file; null for the whole file. */
export function putMarks({ assetId }: Placeable, span: SourceSpan | null): void {
  const next = new Map(marks.peek());
  next.delete(assetId);
  marks.value = span ? next.set(assetId, span) : next;
}

/** Returns the file with its marked part, which is what "+", a drag and the source monitor add. */
export function withMarks(source: Placeable): Placeable {
  const sourceSpan = getMarks(source);
  return sourceSpan ? { ...source, sourceSpan } : source;
}
