import { signal } from '@preact/signals';
import * as z from 'zod';
import type { Edit } from '#core/timeline/edit.ts';

const note = z.object({
  jobId: z.string(),
  canvasId: z.string(),
  itemId: z.string(),
  /** Items that showed the same file when the run started, or were added to a canvas since: they are not parts of the clip. */
  otherIds: z.array(z.string()).default([]),
  /** The name of the clip when the run started. */
  name: z.string(),
  /** The file of the clip when the run started, and the time span that is cut out, in seconds of the file. */
  sourceAssetId: z.string(),
  part: z.object({ startSeconds: z.number(), endSeconds: z.number().nullable() }),
});

/** A background removal whose cutout is to replace a clip. Stored in this browser, so that it survives a reload. */
export type CutOutNote = z.output<typeof note>;

const storageName = 'offcut:cut-outs';

/** The notes of all canvases, the oldest first. */
export const cutOutNotes = signal<readonly CutOutNote[]>(readNotes());

/** Items that were added to a canvas since the page loaded: whatever they show, they are not parts of another clip. */
const placedHere = new Set<string>();

/** An item that was derived from another one by a split or a copy. */
type Offspring = { readonly fromId: string; readonly itemId: string };

/** The derived items since the page loaded, the oldest first. */
const bornHere: Offspring[] = [];

/** Stores a note, which replaces an earlier one of the same clip. */
export const keepNote = (added: CutOutNote): void =>
  writeNotes([
    ...cutOutNotes.value.filter(({ canvasId, itemId }) => canvasId !== added.canvasId || itemId !== added.itemId),
    { ...added, otherIds: [...othersUntilNow(added)] },
  ]);

/**
 * Returns the other items when the run of a clip started, those added since, and those derived from them. The clip itself may be
 * one of the added items.
 */
function othersUntilNow({ itemId, otherIds }: CutOutNote): ReadonlySet<string> {
  const others = new Set([...otherIds, ...placedHere]);
  others.delete(itemId);
  for (const born of bornHere) {
    if (born.itemId !== itemId && others.has(born.fromId)) {
      others.add(born.itemId);
    }
  }
  return others;
}

/** Registers items that were added to a canvas: even if they show the same file, they are not parts of a clip with a run. */
export function leaveOut(canvasId: string, itemIds: readonly string[]): void {
  itemIds.forEach((id) => placedHere.add(id));
  const notes = cutOutNotes.peek();
  if (notes.some((each) => each.canvasId === canvasId)) {
    writeNotes(notes.map((each) => (each.canvasId === canvasId ? withOthers(each, itemIds) : each)));
  }
}

/** Returns the items that splits derive from others. */
export const splitFrom = (edits: readonly Edit[]): Offspring[] =>
  edits.flatMap((edit) =>
    edit.type === 'split' && edit.newId !== undefined ? [{ fromId: edit.itemId, itemId: edit.newId }] : [],
  );

/**
 * Registers derived items with the runs for clips of a canvas: an item that is derived from one outside the clip is outside it
 * too.
 */
export function inherit(canvasId: string, born: readonly Offspring[]): void {
  bornHere.push(...born);
  const notes = cutOutNotes.peek();
  const changed = notes.map((each) => {
    const others = born.filter(({ fromId }) => each.canvasId === canvasId && each.otherIds.includes(fromId));
    return others.length === 0
      ? each
      : withOthers(
          each,
          others.map(({ itemId }) => itemId),
        );
  });
  if (changed.some((each, index) => each !== notes[index])) {
    writeNotes(changed);
  }
}

const withOthers = (note: CutOutNote, itemIds: Iterable<string>): CutOutNote => ({
  ...note,
  otherIds: [...new Set([...note.otherIds, ...itemIds])],
});

export const dropNote = (jobId: string): void => writeNotes(cutOutNotes.value.filter((each) => each.jobId !== jobId));

function writeNotes(notes: readonly CutOutNote[]): void {
  cutOutNotes.value = notes;
  try {
    localStorage.setItem(storageName, JSON.stringify(notes));
  } catch {
    // Without storage the notes are lost when the page closes.
  }
}

function readNotes(): readonly CutOutNote[] {
  try {
    return z.array(note).parse(JSON.parse(localStorage.getItem(storageName) ?? '[]'));
  } catch {
    return [];
  }
}
