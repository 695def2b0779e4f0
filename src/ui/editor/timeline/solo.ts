import type { TimelineDocument, Track } from '#core/timeline/document.ts';
import type { Editor } from '../editor.ts';

/** Returns whether a track can be heard. A track of texts, images and shapes has nothing to mute. */
export const hasSound = ({ kind, isMuted, items }: Track): boolean =>
  kind === 'sound' || isMuted || items.length === 0 || items.some((item) => 'volume' in item);

/** Plays a track alone in the preview, or with the others again. Exports do not depend on it, and the document does not change. */
export function toggleSolo({ view }: Editor, trackId: string): void {
  const ids = new Set(view.soloIds.peek());
  if (!ids.delete(trackId)) {
    ids.add(trackId);
  }
  view.soloIds.value = ids;
}

/** Returns the document as it is heard: without solo tracks unchanged, else with the audio of all other tracks muted. */
export function withSolo(document: TimelineDocument, soloIds: ReadonlySet<string>): TimelineDocument {
  const isSolo = document.tracks.some(({ id }) => soloIds.has(id));
  return isSolo
    ? {
        ...document,
        tracks: document.tracks.map((track) => (soloIds.has(track.id) ? track : { ...track, isMuted: true })),
      }
    : document;
}
