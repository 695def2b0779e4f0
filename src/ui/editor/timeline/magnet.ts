import type { TimelineDocument, Track } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { findNearest } from '#core/timeline/edits/insert-moves.ts';
import { findGap } from '#core/timeline/edits/trims.ts';
import { getEnd, getTrack } from '#core/timeline/schedule.ts';
import { announce } from '#ui/app/announce.ts';
import type { Editor } from '../editor.ts';
import type { Ripple } from './clip-edits.ts';
import type { ClickedGap } from './timeline-view.ts';

const storageName = 'offcut:magnetic';

/** Returns whether the magnetic mode is on, which is the default. The browser stores it for all canvases. */
export function readMagnetic(): boolean {
  try {
    return localStorage.getItem(storageName) !== 'off';
  } catch {
    return true;
  }
}

/** Turns the magnetic mode on or off. */
export function toggleMagnetic({ view }: Editor): void {
  const isOn = !view.isMagnetic.peek();
  view.isMagnetic.value = isOn;
  announce(isOn ? 'Magnetic on: clips of the main track close up.' : 'Magnetic off: clips stay where you put them.');
  try {
    localStorage.setItem(storageName, isOn ? 'on' : 'off');
  } catch {
    // Without storage the choice is lost when the page closes.
  }
}

/**
 * Returns the main track of a document: the visual track with the longest total of video and images, the lower one of two equal
 * ones. Null without video and images.
 */
export function findMainTrack({ tracks }: TimelineDocument): Track | null {
  const totals = tracks.map(({ kind, items }) =>
    items.reduce(
      (sum, { type, role, durationSeconds }) =>
        kind === 'visual' && (type === 'video' || type === 'picture') && role !== 'background'
          ? sum + durationSeconds
          : sum,
      0,
    ),
  );
  const most = Math.max(0, ...totals);
  return most > 0 ? (tracks[totals.indexOf(most)] ?? null) : null;
}

/** Returns the main track while the magnetic mode is on: the chosen or former one if it still exists. Null in free mode. */
export function getMainTrack({ view, document }: Editor): Track | null {
  if (!view.isMagnetic.value) {
    return null;
  }
  const kept = document.value.tracks.find(({ id, kind }) => id === view.mainTrackId.value && kind === 'visual');
  return kept ?? findMainTrack(document.value);
}

/** Returns a function that finds the main track in a later state of the document; null in free mode. */
export function mainTrackFor(editor: Editor): ((document: TimelineDocument) => Track | null) | null {
  const keptId = keepMainTrack(editor);
  return editor.view.isMagnetic.peek()
    ? (document) => document.tracks.find(({ id }) => id === keptId) ?? findMainTrack(document)
    : null;
}

/** Returns the id of the main track like `getMainTrack`, and keeps it as the main track after later edits. */
export function keepMainTrack(editor: Editor): string | null {
  const trackId = getMainTrack(editor)?.id ?? null;
  if (trackId !== null) {
    editor.view.mainTrackId.value = trackId;
  }
  return trackId;
}

/** Returns the edit point of a track nearest to a time, or its start. Seconds. */
export const nearestCut = ({ items }: Pick<Track, 'items'>, seconds: number): number =>
  findNearest([0, ...items.flatMap((item) => [item.startSeconds, getEnd(item)])], seconds) ?? 0;

/** Returns a function that tells which later clips move after a change of a track, in the current mode. */
export function rippleFor(editor: Editor, otherwise: 'none' | 'this' = 'none'): (trackId: string) => Ripple {
  const mainId = keepMainTrack(editor);
  const isAll = editor.view.isRippling.peek();
  return (trackId) => (isAll ? 'all' : trackId === mainId ? 'connected' : otherwise);
}

/** Returns the edit that closes a gap of a track in the current mode. */
export function closeGapEdit(editor: Editor, trackId: string, atSeconds: number): Edit {
  const ripple = rippleFor(editor)(trackId);
  return { type: 'close-gap', trackId, atSeconds, tracks: ripple === 'none' ? 'this' : ripple };
}

/** Returns the gap that was clicked, while no item is selected and the gap still exists. */
export function getClickedGap({ view, document, selection }: Editor): ClickedGap | null {
  const gap = view.gap.value;
  const track = gap && getTrack(document.value, gap.trackId);
  if (!gap || !track || selection.value.length > 0) {
    return null;
  }
  const found = findGap(track, (gap.startSeconds + gap.endSeconds) / 2, document.value.frameRate);
  return found?.startSeconds === gap.startSeconds && found.endSeconds === gap.endSeconds ? gap : null;
}
