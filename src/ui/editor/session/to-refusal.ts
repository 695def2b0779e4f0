import { capitalise } from '#core/capitalise.ts';
import type { Failure } from '#core/failure.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';

/** Why an edit was refused, as a sentence for people: without its place in the edit, and items and tracks by their names. */
export function toRefusal({ message, details }: Failure, { tracks }: TimelineDocument): string {
  const [fault]: unknown[] = Array.isArray(details) ? details : [];
  const said = typeof fault === 'object' && fault !== null && 'message' in fault ? String(fault.message) : message;
  const named = [...tracks, ...tracks.flatMap(({ items }) => items)].reduce(
    // A function, as in a text `$&` of a name would stand for something else.
    (text, { id, name }) => text.replaceAll(`"${id}"`, () => `“${name || 'Untitled'}”`),
    said,
  );
  const plain = namesNothing.test(said)
    ? 'It is not on the canvas any more'
    : named.replace(unlocking, '; unlock it first').replaceAll(newId, 'the new clip').replaceAll(quoted, '“$1”');
  const sentence = capitalise(plain);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** What callers of the API are told of an id that nothing has, and of a lock. */
const namesNothing = /^no (?:item|track|marker) of the canvas has the id /;
const unlocking = /; set its isLocked to false first$/;
/** What an edit would have put on the canvas, as a copy: people know no id of it. */
const newId = /"[a-z]+-[0-9a-z]{8}"/g;
/** A track is named by its name to callers as well. */
const quoted = /"([^"]*)"/g;
