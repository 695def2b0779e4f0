import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { mergeDocuments, type MergeConflict } from '#core/timeline/merge.ts';
import { isEqual } from '#core/timeline/merge/three-way.ts';
import { OffcutError } from '#client/offcut-error.ts';
import { toError } from '#ui/app/to-error.ts';
import type { Canvas, CanvasPort } from './canvas-port.ts';
import type { DraftStore } from './draft.ts';
import type { WrittenHistory } from './history.ts';

/** The saving state of the edits. */
export type SavingState =
  | { readonly kind: 'saved' | 'edited' | 'saving' | 'conflict' }
  /** The canvas was deleted elsewhere. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly error: OffcutError };

/** Local and remote changes of a canvas that contradict each other. */
export type Conflict = {
  /** The document on which both are based. */
  readonly base: TimelineDocument;
  readonly theirs: Canvas;
  readonly conflicts: readonly MergeConflict[];
};

type Parts = {
  readonly canvas: Canvas;
  readonly document: Signal<TimelineDocument>;
  readonly history: Pick<WrittenHistory, 'note' | 'rename'>;
  readonly port: CanvasPort;
  readonly drafts: DraftStore;
  /** Receives each state of the canvas that the server returns. */
  readonly hear: (canvas: Canvas) => void;
  /** Called after remote changes were merged. */
  readonly onMerge: () => void;
};

/** Synchronizes a local document with its canvas on the server. Its operations run one after the other. */
export class Sync {
  readonly #parts: Parts;
  readonly #server: Signal<Pick<Canvas, 'revision' | 'document'>>;
  readonly #state = signal<SavingState>({ kind: 'saved' });
  readonly #conflict = signal<Conflict | null>(null);
  /** The document of a save without a response: the server may have stored it. */
  #unanswered: TimelineDocument | null = null;
  /** Whether the stored draft belongs to this session; a draft from before a reload waits to be adopted. */
  #isDraftKept = false;
  #last: Promise<void> = Promise.resolve();

  readonly state: ReadonlySignal<SavingState> = this.#state;
  readonly conflict: ReadonlySignal<Conflict | null> = this.#conflict;
  /** The last known revision of the canvas. */
  readonly revision: ReadonlySignal<number>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#server = signal(parts.canvas);
    this.revision = computed(() => this.#server.value.revision);
  }

  get isSaved(): boolean {
    return this.#unanswered === null && this.#parts.document.peek() === this.#server.peek().document;
  }

  /** Updates the state, and returns whether there are unsaved edits. */
  look(): boolean {
    const { isSaved } = this;
    const { kind } = this.#state.peek();
    if (kind === 'saved' || (isSaved && kind !== 'conflict' && kind !== 'gone')) {
      this.#state.value = { kind: isSaved ? 'saved' : 'edited' };
    }
    return !isSaved;
  }

  /** Resolves once everything is on the server. Rejects with OffcutError; with REVISION_CONFLICT while a conflict is open. */
  push(): Promise<void> {
    return this.#inTurn(() => this.#push());
  }

  /** Merges remote changes. Rejects with OffcutError. */
  pull(): Promise<void> {
    return this.#inTurn(async () => (this.#conflict.peek() ? undefined : this.#pull()));
  }

  /** Stores unsaved edits for a reload of the tab; removes the draft if everything is saved or undone. */
  keepDraft(): void {
    const { document, drafts } = this.#parts;
    if (!this.isSaved) {
      drafts.keep({ revision: this.#server.peek().revision, document: document.peek() });
      this.#isDraftKept = true;
    } else if (this.#isDraftKept) {
      drafts.drop();
    }
  }

  /** Continues with the draft that the tab stored before a reload. Rejects with OffcutError. */
  adoptDraft(): Promise<void> {
    return this.#inTurn(() => this.#adoptDraft());
  }

  /** Resolves the conflict in favor of one side; the other one becomes a version of the canvas. Rejects with OffcutError. */
  resolve(choice: 'mine' | 'theirs'): Promise<void> {
    return this.#inTurn(() => this.#resolve(choice));
  }

  async #push(): Promise<void> {
    try {
      await this.#write();
    } catch (thrown) {
      const error = toError(thrown);
      this.#state.value = isGone(error) ? { kind: 'gone' } : { kind: 'failed', error };
      throw error;
    }
    const unsolved = this.#conflict.peek();
    if (unsolved) {
      throw toConflictError(unsolved);
    }
    this.#parts.drafts.drop();
    this.#state.value = { kind: 'saved' };
  }

  async #write(): Promise<void> {
    const { document, port, hear } = this.#parts;
    while (!this.isSaved && !this.#conflict.peek()) {
      this.#state.value = { kind: 'saving' };
      if (this.#unanswered) {
        await this.#pull();
        continue;
      }
      const sent = document.peek();
      this.#unanswered = sent;
      try {
        const written = await port.write(this.#server.peek().revision, sent);
        this.#unanswered = null;
        this.#server.value = { revision: written.revision, document: sent };
        hear(written);
      } catch (thrown) {
        if (isRefused(thrown)) {
          this.#unanswered = null;
        }
        if (!isStale(thrown)) {
          throw thrown;
        }
        await this.#pull();
      }
    }
  }

  async #pull(): Promise<void> {
    try {
      const theirs = await this.#parts.port.read(this.#server.peek().revision);
      if (theirs) {
        this.#takeIn(theirs);
      }
      this.#unanswered = null;
    } catch (thrown) {
      if (isGone(thrown)) {
        this.#state.value = { kind: 'gone' };
      }
      throw thrown;
    }
  }

  #takeIn(theirs: Canvas): void {
    const { document, history, hear, onMerge } = this.#parts;
    // A document that was stored although its response was lost is ours: no other client changed the canvas to it.
    const isOurs = this.#unanswered !== null && isEqual(this.#unanswered, theirs.document);
    const base = isOurs ? theirs.document : this.#server.peek().document;
    const merge = mergeDocuments(base, document.peek(), theirs.document);
    if (!merge.isMerged) {
      this.#conflict.value = { base, theirs, conflicts: merge.conflicts };
      this.#state.value = { kind: 'conflict' };
      return;
    }
    const isNews = !isEqual(merge.document, document.peek());
    batch(() => {
      hear(theirs);
      history.rename(merge.renames);
      this.#server.value = theirs;
      document.value = merge.document;
    });
    if (isNews) {
      onMerge();
    }
  }

  async #adoptDraft(): Promise<void> {
    const { canvas, port, drafts, history } = this.#parts;
    const draft = drafts.read();
    if (!draft) {
      return;
    }
    const { revision } = draft;
    // If it cannot be loaded now, the user chooses: the next edit would overwrite the draft.
    const base = revision === canvas.revision ? canvas.document : await port.readVersion(revision).catch(() => null);
    this.#server.value = { revision, document: base ?? canvas.document };
    history.note('Edits before the reload', draft.document);
    if (!base) {
      this.#conflict.value = { base: canvas.document, theirs: canvas, conflicts: [] };
      this.#state.value = { kind: 'conflict' };
    } else if (revision !== canvas.revision) {
      this.#takeIn(canvas);
    }
  }

  async #resolve(choice: 'mine' | 'theirs'): Promise<void> {
    const unsolved = this.#conflict.peek();
    if (!unsolved) {
      return;
    }
    if (choice === 'theirs') {
      await this.#takeTheirs(unsolved.theirs);
    } else {
      this.#server.value = unsolved.theirs;
    }
    this.#conflict.value = null;
    await this.#push();
  }

  /** Writes the local document first: it becomes a version, and an undo restores it. The conflict stays open until then. */
  async #takeTheirs(theirs: Canvas): Promise<void> {
    const { document, port, hear, history } = this.#parts;
    const mine = document.peek();
    try {
      const { revision } = await port.write(theirs.revision, mine);
      this.#server.value = { revision, document: mine };
    } catch (thrown) {
      const newer = isStale(thrown) ? await port.read(theirs.revision) : null;
      if (!newer) {
        throw thrown;
      }
      await this.#takeTheirs(newer);
      return;
    }
    hear(theirs);
    history.note('Keep theirs', theirs.document);
  }

  /** Runs operations one after the other, whether the earlier ones succeed or not. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

const isGone = (thrown: unknown): boolean => thrown instanceof OffcutError && thrown.code === 'CANVAS_NOT_FOUND';

/** Returns whether the server responded and wrote nothing. */
const isRefused = (thrown: unknown): boolean => !toError(thrown).retryable;

const isStale = (thrown: unknown): boolean => thrown instanceof OffcutError && thrown.code === 'REVISION_CONFLICT';

const toConflictError = ({ theirs }: Conflict): OffcutError =>
  new OffcutError({
    code: 'REVISION_CONFLICT',
    message: 'This canvas was also changed elsewhere, and the changes conflict. Choose which version to keep.',
    details: { revision: theirs.revision },
  });
