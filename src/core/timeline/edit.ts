import * as z from 'zod';
import { Failure } from '../lib/failure.ts';
import { checkRules, type Fault } from './check.ts';
import type { TimelineDocument } from './document.ts';
import { addMarker, removeMarker, setCanvas, setMarker } from './edits/canvas.ts';
import { refusal, getRefusal } from './edits/change.ts';
import { join, roll, split } from './edits/cuts.ts';
import { addItem, duplicate, group, move, moveItems, removeItem, replaceItem, slip, ungroup } from './edits/items.ts';
import { removeKeyframe, set, setKeyframe } from './edits/set.ts';
import { setSpeed } from './edits/speed.ts';
import { addTrack, moveTrack, removeTrack, setTrack } from './edits/tracks.ts';
import { closeGap, rippleDelete, rippleTrim, trim } from './edits/trims.ts';
import { documentLimits } from './limits.ts';

/** All edits of a document, by the `type` of the edit: the same for pages, the API and agents. */
const edits = {
  'add-item': addItem,
  'remove-item': removeItem,
  'replace-item': replaceItem,
  move,
  'move-items': moveItems,
  duplicate,
  trim,
  split,
  join,
  roll,
  slip,
  'ripple-delete': rippleDelete,
  'ripple-trim': rippleTrim,
  'close-gap': closeGap,
  'set-speed': setSpeed,
  set,
  'set-keyframe': setKeyframe,
  'remove-keyframe': removeKeyframe,
  group,
  ungroup,
  'add-track': addTrack,
  'remove-track': removeTrack,
  'move-track': moveTrack,
  'set-track': setTrack,
  'add-marker': addMarker,
  'set-marker': setMarker,
  'remove-marker': removeMarker,
  'set-canvas': setCanvas,
} as const;

/** The schema of an edit. Times of the canvas are snapped to its frames when the edit is applied. */
export const editSchema = z
  .discriminatedUnion('type', [
    addItem.schema,
    removeItem.schema,
    replaceItem.schema,
    move.schema,
    moveItems.schema,
    duplicate.schema,
    trim.schema,
    split.schema,
    join.schema,
    roll.schema,
    slip.schema,
    rippleDelete.schema,
    rippleTrim.schema,
    closeGap.schema,
    setSpeed.schema,
    set.schema,
    setKeyframe.schema,
    removeKeyframe.schema,
    group.schema,
    ungroup.schema,
    addTrack.schema,
    removeTrack.schema,
    moveTrack.schema,
    setTrack.schema,
    addMarker.schema,
    setMarker.schema,
    removeMarker.schema,
    setCanvas.schema,
  ])
  .meta({ id: 'Edit' });
/** An edit that adds a copy of an item of the same canvas. The API has no field for the original; pages report it. */
export type AddCopy = z.output<typeof addItem.schema> & { readonly copiedFrom: string };

export type Edit = z.output<typeof editSchema> | AddCopy;

/**
 * Returns the document after an edit. The previous document is unchanged, so it serves as the undo state; both share equal parts.
 * Throws VALIDATION_FAILED, with paths within the edit, for an invalid edit: an unknown id, a locked item, an overlap.
 */
export function applyEdit(document: TimelineDocument, edit: Edit): TimelineDocument {
  const { type, ...fields } = edit;
  const { apply, blames } = edits[type];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the compiler cannot tie the fields to the entry of their type
  const edited = (apply as (document: TimelineDocument, fields: object) => TimelineDocument)(document, fields);
  // Thousands of beats are marked at once: the check would compare each with all before it.
  const [fault] = isFreshMarker(edit, edited) ? [] : checkRules(edited, document);
  if (fault) {
    throw refusal(blames, fault.message + explainRipple(edit));
  }
  return edited;
}

/** Adds a hint to the error of a ripple edit, because a user who changes one item may not think of the other tracks. */
const explainRipple = (edit: Edit): string =>
  'tracks' in edit && edit.tracks === 'all' ? '. Ripple moves the later items of all tracks' : '';

/** Whether the edit only adds a marker with a new id, which breaks no rule up to the limit. */
const isFreshMarker = (edit: Edit, { markers }: TimelineDocument): boolean =>
  edit.type === 'add-marker' && edit.markerId === undefined && markers.length <= documentLimits.markers;

/** An item that an edit added, and the item of the same canvas from which it was split or copied; null for a new one. */
export type CreatedItem = { readonly itemId: string; readonly fromId: string | null };

/** A document after edits, and the items that they added. */
export type Edited = { readonly document: TimelineDocument; readonly created: readonly CreatedItem[] };

/** Applies several edits, or none of them: VALIDATION_FAILED names the invalid one, `edits.2.itemId`. */
export const applyEdits = (document: TimelineDocument, all: readonly Edit[]): TimelineDocument =>
  applyAndReport(document, all).document;

/** Applies edits as `applyEdits` does, and lists the items that they added, in the order of the edits. */
export const applyAndReport = (document: TimelineDocument, all: readonly Edit[]): Edited =>
  all.reduce<Edited>(
    (before, edit, index) => {
      try {
        const edited = applyEdit(before.document, edit);
        return { document: edited, created: [...before.created, ...findCreated(before.document, edited, edit)] };
      } catch (thrown) {
        throw within(thrown, `edits.${index}`);
      }
    },
    { document, created: [] },
  );

/** Returns the items that an edit added. Their ids may have been generated, so the documents are compared. */
function findCreated(before: TimelineDocument, after: TimelineDocument, edit: Edit): CreatedItem[] {
  if (edit.type !== 'add-item' && edit.type !== 'split' && edit.type !== 'duplicate') {
    return [];
  }
  const fromId = edit.type !== 'add-item' ? edit.itemId : 'copiedFrom' in edit ? edit.copiedFrom : null;
  const known = new Set(listItemIds(before));
  return listItemIds(after).flatMap((itemId) => (known.has(itemId) ? [] : [{ itemId, fromId }]));
}

const listItemIds = ({ tracks }: TimelineDocument): string[] =>
  tracks.flatMap(({ items }) => items.map(({ id }) => id));

const faults = z.array(z.object({ path: z.string(), message: z.string() })).min(1);

function within(thrown: unknown, path: string): unknown {
  const details = thrown instanceof Failure ? faults.safeParse(thrown.details).data : undefined;
  return details ? getRefusal(details.map((fault): Fault => ({ ...fault, path: `${path}.${fault.path}` }))) : thrown;
}
