import type { Track } from '../document.ts';

/** A track without its items. */
export type TrackHead = Omit<Track, 'items'>;

export function getHead(track: Track): TrackHead {
  const { items: _, ...head } = track;
  return head;
}
