import { signal } from '@preact/signals';
import * as z from 'zod';
import type { Edit } from '#core/timeline/edit.ts';

const note = z.object({
  jobId: z.string(),
  canvasId: z.string(),
  itemId: z.string(),
  /** Items that showed the same file when the run began, or were put on a canvas anew: they are no parts of the clip. */
  otherIds: z.array(z.string()).default([]),
  /** What the clip was called. */
  name: z.string(),
  /** The file that the clip had, and the part of it that is cut out, in its seconds. */
  sourceAssetId: z.string(),
  part: z.object({ startSeconds: z.number(), endSeconds: z.number().nullable() }),
});

/** A run whose cut-out is to take the place of a clip. Kept in this browser, so that it is known after a reload too. */
export type CutOutNote = z.output<typeof note>;

const storageName = 'offcut:cut-outs';

/** The notes of all canvases, the oldest first. */
export const cutOutNotes = signal<readonly CutOutNote[]>(readNotes());

/** Items that were put on a canvas anew since the page was loaded: whatever they show, they are no parts of another clip. */
const placedHere = new Set<string>();

/** An item that came of another one, as a split or a copy does. */
type Offspring = { readonly fromId: string; readonly itemId: string };

/** What came of which item since the page was loaded, the oldest first. */
const bornHere: Offspring[] = [];

/** Keeps a note, in place of an earlier one of the same clip. */
export const keepNote = (added: CutOutNote): void =>
  writeNotes([
    ...cutOutNotes.value.filter(({ canvasId, itemId }) => canvasId !== added.canvasId || itemId !== added.itemId),
    { ...added, otherIds: [...othersUntilNow(added)] },
  ]);

/** The others of a clip when its run began, what was placed since, and what came of these. The clip may have been placed too. */
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

/** Tells the runs for clips of a canvas which items were put there anew: of the same file, too, they are no parts. */
export function leaveOut(canvasId: string, itemIds: readonly string[]): void {
  itemIds.forEach((id) => placedHere.add(id));
  const notes = cutOutNotes.peek();
  if (notes.some((each) => each.canvasId === canvasId)) {
    writeNotes(notes.map((each) => (each.canvasId === canvasId ? withOthers(each, itemIds) : each)));
  }
}

/** What comes of which item by edits that split. */
export const splitFrom = (edits: readonly Edit[]): Offspring[] =>
  edits.flatMap((edit) =>
    edit.type === 'split' && edit.newId !== undefined ? [{ fromId: edit.itemId, itemId: edit.newId }] : [],
  );

/** Tells the runs for clips of a canvas what came of which item: what comes of one that is no part of a clip is none either. */
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
    // Without storage the notes last as long as the page.
  }
}

function readNotes(): readonly CutOutNote[] {
  try {
    return z.array(note).parse(JSON.parse(localStorage.getItem(storageName) ?? '[]'));
  } catch {
    return [];
  }
}
