import type { TimelineDocument, Track } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { findGap } from '#core/timeline/edits/trims.ts';
import { getTrack } from '#core/timeline/schedule.ts';
import { announce } from '#ui/app/announce.ts';
import type { Editor } from '../editor.ts';
import type { Ripple } from './clip-edits.ts';
import { findMainTrack } from './main-track.ts';
import { storeMagnetic, type ClickedGap } from './timeline-view.ts';

/** Turns the magnetic mode on or off. */
export function toggleMagnetic({ view }: Editor): void {
  const isOn = !view.isMagnetic.peek();
  view.isMagnetic.value = isOn;
  announce(isOn ? 'Magnetic on: clips of the main track close up.' : 'Magnetic off: clips stay where you put them.');
  storeMagnetic(isOn);
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

/** Returns a function that returns which later clips move after a change of a track, in the current mode. */
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
