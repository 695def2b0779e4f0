import { expect } from 'vitest';
import type * as z from 'zod';
import type { Item, TimelineDocument } from '#core/timeline/document.ts';
import { applyEdit, editSchema } from '#core/timeline/edit.ts';
import { makeTimeline, makeItem } from './timeline.ts';

/** An edit as callers write it. */
export type Written = z.input<typeof editSchema>;

/** Returns a document after an edit that is written as callers write it. */
export const edit = (document: TimelineDocument, written: Written): TimelineDocument =>
  applyEdit(document, editSchema.parse(written));

/** Returns the path and the message with which an edit is refused. */
export function refused(document: TimelineDocument, written: Written): string {
  try {
    edit(document, written);
  } catch (thrown) {
    expect(thrown).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: expect.any(String) }] });
    return thrown instanceof Error ? thrown.message : '';
  }
  return 'It was done.';
}

export const getItems = ({ tracks }: TimelineDocument): readonly Item[] => tracks.flatMap(({ items }) => items);
export const find = (document: TimelineDocument, id: string): Item | undefined =>
  getItems(document).find((item) => item.id === id);
export const times = (document: TimelineDocument): [string, number, number][] =>
  getItems(document).map(({ id, startSeconds, durationSeconds }) => [id, startSeconds, durationSeconds]);

/** Two clips of 2 s, one of 3 s after a gap of one second, and a title above. */
export const clips = makeTimeline([
  {
    items: [
      makeItem('video', 'a', { sourceStartSeconds: 1 }),
      makeItem('video', 'b', { startSeconds: 2, sourceStartSeconds: 10, speed: 2 }),
      makeItem('video', 'c', { startSeconds: 5, durationSeconds: 3 }),
    ],
  },
  { items: [makeItem('text', 'title', { startSeconds: 4, durationSeconds: 1 })] },
  { items: [makeItem('sound', 'music', { durationSeconds: 9 })] },
]);
