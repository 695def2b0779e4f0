import { signal } from '@preact/signals';
import { connection } from '#ui/app/client.ts';
import { takeLatest } from '#ui/kit/take-latest.ts';
import type { CanvasSummary } from './canvas-list.ts';

/** The titles of the canvases by id, as last read; null before the first answer. */
export const canvasTitles = signal<ReadonlyMap<string, string> | null>(null);

const askForTitles = takeLatest<readonly CanvasSummary[]>((canvases) => {
  canvasTitles.value = new Map(canvases.map(({ id, title }) => [id, title]));
});

/** Reads the list of all canvases, newest first; its rows are small. Throws OffcutError. */
export async function readAllCanvases(signal?: AbortSignal): Promise<readonly CanvasSummary[]> {
  const take = askForTitles();
  const canvases = await readFrom(null, signal);
  take(canvases);
  return canvases;
}

async function readFrom(cursor: string | null, signal: AbortSignal | undefined): Promise<CanvasSummary[]> {
  const query = { limit: 200, ...(cursor !== null && { cursor }) };
  const { data, nextCursor } = await connection.call('listCanvases', { query, signal });
  return nextCursor === null ? data : [...data, ...(await readFrom(nextCursor, signal))];
}
