import type { TimelineDocument } from '#core/timeline/document.ts';
import { frameAt } from '#core/timeline/frames.ts';
import { sceneAt, type Scene } from '#core/timeline/scene.ts';
import { isVisual, toSceneTime } from '#core/timeline/schedule.ts';
import type { Editor } from '../editor.ts';
import { getSeenPlace } from './geometry/place.ts';
import type { Seen } from './stage-view.ts';

/** Returns the scene at the playhead, which preview and export show. */
export const getScene = ({ shown, transport }: Pick<Editor, 'shown' | 'transport'>): Scene =>
  sceneAt(shown.value, toSceneTime(shown.value, transport.seconds.value));

/** Returns the visible items at a time of the canvas, from bottom to top. */
export function seenAt(document: TimelineDocument, seconds: number): Seen[] {
  const { frameRate } = document;
  const sceneSeconds = toSceneTime(document, seconds);
  const frameSeconds = frameAt(sceneSeconds, frameRate) / frameRate;
  return sceneAt(document, sceneSeconds).layers.flatMap((layer): Seen[] => {
    const track = document.tracks.find(({ items }) => items.some(({ id }) => id === layer.itemId));
    const item = track?.items.find(({ id }) => id === layer.itemId);
    if (!track || !item || !isVisual(item)) {
      return [];
    }
    const place = getSeenPlace(layer, item, sceneSeconds - item.startSeconds);
    const itemSeconds = frameSeconds - item.startSeconds;
    return [{ item, layer, place, itemSeconds, isFree: !item.isLocked && !track.isLocked }];
  });
}

/** Returns the selected items that are visible at the playhead. They are not editable while an earlier version is previewed. */
export const seenSelection = ({ shown, transport, selection, shownVersion }: Editor): Seen[] =>
  seenAt(shown.value, transport.seconds.value)
    .filter(({ item }) => selection.value.includes(item.id))
    .map((one) => ({ ...one, isFree: one.isFree && shownVersion.value === null }));
