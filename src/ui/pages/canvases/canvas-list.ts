import type { DataOf } from '#ui/app/client.ts';

/** A row of the canvas list. */
export type CanvasSummary = DataOf<'listCanvases'>[number];

/** The sort orders of the list; the first is the default. */
export const orders = {
  changed: 'Last edited',
  created: 'Newest',
  title: 'Title',
  length: 'Longest',
} as const;
export type Order = keyof typeof orders;

/** Whether a text is the name of a sort order. */
export const isOrder = (text: string): text is Order => Object.hasOwn(orders, text);

/** Returns the canvases whose titles contain every word of a search, sorted. */
export function arrange(canvases: readonly CanvasSummary[], search: string, order: Order): CanvasSummary[] {
  const words = search.toLowerCase().split(/\s+/);
  return canvases
    .filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
    .toSorted(compare[order]);
}

const compare: Readonly<Record<Order, (a: CanvasSummary, b: CanvasSummary) => number>> = {
  changed: (a, b) => b.updatedAt.localeCompare(a.updatedAt),
  created: (a, b) => b.createdAt.localeCompare(a.createdAt),
  title: (a, b) => a.title.localeCompare(b.title, undefined, { numeric: true }),
  length: (a, b) => (b.durationSeconds ?? 0) - (a.durationSeconds ?? 0),
};
