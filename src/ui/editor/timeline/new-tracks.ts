import type { TimelineDocument, Track } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import { uniqueId } from '#core/timeline/unique-id.ts';

/**
 * The edits that add tracks of a kind above the first and below the last that are shown, and the ids of those, from top to
 * bottom; `toId` gives those ids.
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
    return { type: 'add-track', track: { id, name, kind }, ...placeOf(kind, index < above) };
  });
  // Each of those above is put on top of all: the last one is the first that is shown.
  return { edits: [...edits.slice(0, above).toReversed(), ...edits.slice(above)], ids };
}

/** Pictures are shown from the last track to the first, sound from the first to the last. */
const placeOf = (kind: Track['kind'], isAbove: boolean): { index?: number } =>
  isAbove === (kind === 'visual') ? {} : { index: 0 };
