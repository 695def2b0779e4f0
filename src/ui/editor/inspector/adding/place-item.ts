import type { NewItem, TimelineDocument, Track } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { isBefore, snapToFrame } from '#core/timeline/frames.ts';
import { getEnd } from '#core/timeline/schedule.ts';
import { uniqueId } from '#core/timeline/unique-id.ts';

/**
 * Returns the edits that add an item at a time, above all items that are visible there, and the id of the item. It goes to the
 * lowest track that is free there and contains no videos or images, else to a new track on top.
 */
export function placeItem(
  document: TimelineDocument,
  item: NewItem,
  atSeconds: number,
): { readonly itemId: string; readonly edits: readonly Edit[] } {
  const itemId = uniqueId(item.type);
  const startSeconds = snapToFrame(Math.max(0, atSeconds), document.frameRate);
  const placed = { ...item, id: itemId, startSeconds };
  const track = findFreeTrack(document, { from: startSeconds, to: startSeconds + item.durationSeconds });
  if (track) {
    return { itemId, edits: [{ type: 'add-item', trackId: track.id, item: placed }] };
  }
  const trackId = uniqueId('track');
  const top = document.tracks.findLastIndex(({ kind }) => kind === 'visual');
  return {
    itemId,
    edits: [
      { type: 'add-track', track: { id: trackId, name: trackNames[item.type], kind: 'visual' }, index: top + 1 },
      { type: 'add-item', trackId, item: placed },
    ],
  };
}

const trackNames: Readonly<Record<NewItem['type'], string>> = {
  text: 'Text',
  shape: 'Shapes',
  bubbles: 'Bubbles',
  picture: 'Pictures',
  video: 'Video',
  sound: 'Sound',
};

type Span = { readonly from: number; readonly to: number };

function findFreeTrack({ tracks, frameRate }: TimelineDocument, span: Span): Track | undefined {
  const visual = tracks.filter(({ kind }) => kind === 'visual');
  const covering = visual.findLastIndex((track) => isTaken(track, span, frameRate));
  return visual
    .slice(covering + 1)
    .find(
      ({ isLocked, isHidden, items }) =>
        !isLocked && !isHidden && !items.some(({ type }) => type === 'video' || type === 'picture'),
    );
}

const isTaken = ({ items }: Track, { from, to }: Span, frameRate: number): boolean =>
  items.some((item) => isBefore(item.startSeconds, to, frameRate) && isBefore(from, getEnd(item), frameRate));
