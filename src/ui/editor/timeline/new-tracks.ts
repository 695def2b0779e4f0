import type { TimelineDocument, Track } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { uniqueId } from '#core/timeline/unique-id.ts';

/**
 * Returns the edits that add tracks of a kind above the first and below the last visible ones, and their ids from top to bottom.
 * `toId` returns these ids.
 */
export function newTracks(
  document: TimelineDocument,
  kind: Track['kind'],
  { above, below }: { readonly above: number; readonly below: number },
  toId: (index: number) => string = () => uniqueId('track'),
): { readonly edits: readonly Edit[]; readonly ids: readonly string[] } {
  const ids = Array.from({ length: above + below }, (_, index) => toId(index));
  const count = document.tracks.filter((track) => track.kind === kind).length;
  const edits = ids.map((id, index): Edit => {
    const name = `${kind === 'sound' ? 'Sound' : 'Track'} ${count + 1 + index}`;
    return { type: 'add-track', track: { id, name, kind }, ...getPlace(kind, index < above) };
  });
  // Each of the upper tracks is added on top of all: the last one added is the first one shown.
  return { edits: [...edits.slice(0, above).toReversed(), ...edits.slice(above)], ids };
}

/** Visual tracks are shown from the last to the first, audio tracks from the first to the last. */
const getPlace = (kind: Track['kind'], isAbove: boolean): { index?: number } =>
  isAbove === (kind === 'visual') ? {} : { index: 0 };
