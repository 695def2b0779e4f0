import { signal, type ReadonlySignal } from '@preact/signals';
import * as z from 'zod';
import type { CreatedItem } from '#core/timeline/edit.ts';

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

/** The fields of a note that are known before the run has a job. */
type StartedNote = Pick<CutOutNote, 'canvasId' | 'itemId' | 'otherIds'>;

const storageName = 'offcut:cut-outs';

/**
 * The notes of background removals for clips of all canvases. `noteCreated` is the only subscriber to the items that the editor
 * adds: it decides which of them are not parts of a clip.
 */
export class CutOutNotes {
  readonly #all = signal(readNotes());
  /** Runs without a job yet. Items that are added meanwhile count for them too. */
  readonly #started = new Set<{ note: StartedNote }>();

  /** All notes, the oldest first. */
  readonly all: ReadonlySignal<readonly CutOutNote[]> = this.#all;

  /** Registers a run that starts. `keep` stores its note, which replaces an earlier one of the same clip; `end` forgets it. */
  start(begun: StartedNote): { keep: (rest: Omit<CutOutNote, keyof StartedNote>) => void; end: () => void } {
    const started = { note: begun };
    this.#started.add(started);
    return {
      keep: (rest) => {
        const { canvasId, itemId } = begun;
        const others = this.#all.value.filter((each) => each.canvasId !== canvasId || each.itemId !== itemId);
        this.#write([...others, { ...started.note, ...rest }]);
      },
      end: () => this.#started.delete(started),
    };
  }

  /** Removes the note of a job. */
  drop(jobId: string): void {
    this.#write(this.#all.value.filter((each) => each.jobId !== jobId));
  }

  /** Registers the items that were added to a canvas. */
  noteCreated(canvasId: string, created: readonly CreatedItem[]): void {
    const update = <T extends StartedNote>(each: T): T =>
      each.canvasId === canvasId ? withCreated(each, created) : each;
    this.#started.forEach((started) => (started.note = update(started.note)));
    const notes = this.#all.peek();
    const updated = notes.map(update);
    if (updated.some((each, index) => each !== notes[index])) {
      this.#write(updated);
    }
  }

  #write(notes: readonly CutOutNote[]): void {
    this.#all.value = notes;
    try {
      localStorage.setItem(storageName, JSON.stringify(notes));
    } catch {
      // Without storage the notes are lost when the page closes.
    }
  }
}

/**
 * Adds to the other items of a note: a new item is not a part of the clip, even if it shows the same file, nor is one that is
 * derived from another item.
 */
function withCreated<T extends StartedNote>(each: T, created: readonly CreatedItem[]): T {
  const others = new Set(each.otherIds);
  for (const { itemId, fromId } of created) {
    if (fromId === null || others.has(fromId)) {
      others.add(itemId);
    }
  }
  return others.size === each.otherIds.length ? each : { ...each, otherIds: [...others] };
}

function readNotes(): readonly CutOutNote[] {
  try {
    return z.array(note).parse(JSON.parse(localStorage.getItem(storageName) ?? '[]'));
  } catch {
    return [];
  }
}

/** The notes of this page. */
export const cutOutNotes = new CutOutNotes();
