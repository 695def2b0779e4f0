import { capitalise } from '#core/lib/capitalise.ts';
import type { Failure } from '#core/lib/failure.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';

/** Formats the reason of a refused edit for users: without the path in the edit, and with the names of items and tracks. */
export function toRefusal({ message, details }: Failure, { tracks }: TimelineDocument): string {
  const [fault]: unknown[] = Array.isArray(details) ? details : [];
  const said = typeof fault === 'object' && fault !== null && 'message' in fault ? String(fault.message) : message;
  const named = [...tracks, ...tracks.flatMap(({ items }) => items)].reduce(
    // A function, because `$&` in a replacement string has a special meaning.
    (text, { id, name }) => text.replaceAll(`"${id}"`, () => `“${name || 'Untitled'}”`),
    said,
  );
  const plain = namesNothing.test(said)
    ? 'It is no longer on the canvas'
    : named.replace(unlocking, '; unlock it first').replaceAll(newId, 'the new clip').replaceAll(quoted, '“$1”');
  const sentence = capitalise(plain);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Messages for API clients about an unknown id, and about a lock. */
const namesNothing = /^no (?:item|track|marker) of the canvas has the id /;
const unlocking = /; set its isLocked to false first$/;
/** The id of an item that an edit would have added, such as a copy: users do not know such an id. */
const newId = /"[a-z]+-[0-9a-z]{8}"/g;
/** API messages quote a track by its name. */
const quoted = /"([^"]*)"/g;
