import { computed, signal, type ReadonlySignal, type Signal, effect } from '@preact/signals';
import { Failure } from '#core/lib/failure.ts';
import type { TimelineDocument } from '#core/timeline/document.ts';
import { applyAndReport, type CreatedItem, type Edit, type Edited } from '#core/timeline/edit.ts';
import { isEqual } from '#core/timeline/merge/three-way.ts';
import { announce } from '#ui/app/announce.ts';
import type { Editor, ShownVersion } from '../editor.ts';
import { type EditHistory, createHistory } from './history.ts';
import { createLayout } from '../layout/layout.ts';
import { createStageView } from '../stage/stage-view.ts';
import { createTransport } from '../stage/transport.ts';
import { createTimelineView } from '../timeline/timeline-view.ts';
import { createCanvasPort, type Canvas } from './canvas-port.ts';
import { createDraftStore } from './draft.ts';
import { keepSaved } from './keep-saved.ts';
import { selectWhatIsThere } from './select-what-is-there.ts';
import { Sync } from './sync.ts';
import { toRefusal } from './to-refusal.ts';
import { createDeferred } from '#core/lib/deferred.ts';
import { toHoldLock } from '#core/model/holds.ts';
import { clipboard } from '../timeline/clipboard.ts';

/** Opens a canvas for editing. `onCreate` receives the items that each step adds, with their originals. */
export function openEditor(canvas: Canvas, onCreate: (created: readonly CreatedItem[]) => void = () => {}): Editor {
  const document = signal(canvas.document);
  const assets = signal(canvas.assets);
  const selection = signal<readonly string[]>([]);
  const refusal = signal<string | null>(null);
  const shownVersion = signal<ShownVersion | null>(null);
  const { note, rename, ...history } = createHistory(document, selection, (sentence) => (refusal.value = sentence));
  const hear = (heard: Pick<Canvas, 'assets'>): void => {
    assets.value = withMore(assets.peek(), heard.assets);
  };
  const onMerge = (): void => announce('Merged changes from elsewhere');
  const sync = new Sync({
    canvas,
    document,
    history: { note, rename },
    port: createCanvasPort(canvas.id),
    drafts: createDraftStore(canvas.id),
    hear,
    onMerge,
  });
  const layout = createLayout();
  const known = computed(() => ({ ...assets.value, ...shownVersion.value?.assets }));
  return {
    canvasId: canvas.id,
    document,
    assets: known,
    selection,
    transport: createTransport(),
    stage: createStageView(),
    view: createTimelineView(),
    layout,
    history: inPresent(history, shownVersion, refusal),
    refusal,
    shownVersion,
    ...createEditing({ document, shownVersion, refusal, note, hear, onCreate }),
    saving: sync.state,
    revision: sync.revision,
    save: () => sync.push(),
    conflict: sync.conflict,
    resolve: (choice) => sync.resolve(choice),
    start: () => {
      const [saving, selecting] = [keepSaved(sync, document), selectWhatIsThere(document, selection)];
      const stops = [layout.follow(), saving, selecting, holdAssets(known)];
      sync.adoptDraft().catch(() => undefined);
      return () => stops.forEach((stop) => stop());
    },
  };
}

/** Adds files; returns the same object if no file is new, which is usual after a save. */
function withMore(known: Canvas['assets'], heard: Canvas['assets']): Canvas['assets'] {
  const all = { ...known, ...heard };
  return isEqual(all, known) ? known : all;
}

/** Wraps the history to refuse steps while an earlier version is previewed. */
function inPresent(
  history: EditHistory,
  shownVersion: ReadonlySignal<ShownVersion | null>,
  refusal: Signal<string | null>,
): EditHistory {
  const guard = (go: () => void) => (): void => {
    if (shownVersion.peek()) {
      refusal.value = versionRefusal;
    } else {
      go();
    }
  };
  return { ...history, undo: guard(history.undo), redo: guard(history.redo) };
}

type Signals = {
  readonly document: { value: TimelineDocument };
  readonly shownVersion: { value: ShownVersion | null };
  readonly refusal: { value: string | null };
  readonly note: (label: string, after: TimelineDocument) => void;
  readonly hear: (heard: Pick<Canvas, 'assets'>) => void;
  readonly onCreate: (created: readonly CreatedItem[]) => void;
};

/** Creates the functions that change the document, and the signal that previews changes. */
function createEditing({
  document,
  shownVersion,
  refusal,
  note,
  hear,
  onCreate,
}: Signals): Pick<Editor, 'shown' | 'apply' | 'tryOut' | 'restore'> {
  const gesture = signal<Tried | null>(null);
  const edited = (edits: readonly Edit[]): Edited | null => {
    const result = shownVersion.value
      ? new Failure('VALIDATION_FAILED', { message: versionRefusal })
      : applyOrRefuse(document.value, edits);
    refusal.value = result instanceof Failure ? toRefusal(result, document.value) : null;
    return result instanceof Failure ? null : result;
  };
  return {
    shown: computed(
      () =>
        shownVersion.value?.document ?? (gesture.value && triedNow(gesture.value, document.value)) ?? document.value,
    ),
    apply: (edits, label, assets = {}) => {
      gesture.value = null;
      const after = edited(edits);
      if (after) {
        hear({ assets });
        note(label, after.document);
        onCreate(after.created);
      }
      return after !== null;
    },
    tryOut: (edits) => {
      const result = edits && edited(edits);
      gesture.value = edits && result && { edits, of: document.value, result: result.document };
      return result !== null;
    },
    restore: (restored, label, assets) => {
      gesture.value = null;
      shownVersion.value = null;
      hear({ assets });
      note(label, restored);
    },
  };
}

/** The preview of a gesture: the edits, and their result on a document. */
type Tried = { readonly edits: readonly Edit[]; readonly of: TimelineDocument; readonly result: TimelineDocument };

/** Applies the edits to the current document, because others may have changed it during the gesture. */
function triedNow({ edits, of, result }: Tried, now: TimelineDocument): TimelineDocument {
  const again = of === now ? { document: result } : applyOrRefuse(now, edits);
  return again instanceof Failure ? now : again.document;
}

const versionRefusal =
  'You are previewing an earlier version. Restore it or go back to the current version, then edit.';

function applyOrRefuse(document: TimelineDocument, edits: readonly Edit[]): Edited | Failure {
  try {
    return applyAndReport(document, edits);
  } catch (thrown) {
    if (thrown instanceof Failure) {
      return thrown;
    }
    throw thrown;
  }
}

/**
 * Prevents the removal of all files that the editor has known. An undo may restore any of them when no version of the canvas
 * refers to it any more. Files that were copied elsewhere may be pasted. Keys are asset ids. Returns a function that releases
 * the files; closing the tab releases them too.
 */
function holdAssets(assets: ReadonlySignal<Readonly<Record<string, unknown>>>): () => void {
  const { promise: end, resolve } = createDeferred();
  const held = new Set<string>();
  const stop = effect(() => {
    for (const id of Object.keys({ ...assets.value, ...clipboard.value.assets }).filter((one) => !held.has(one))) {
      held.add(id);
      // Without the lock the file exists as long as a version refers to it.
      navigator.locks.request(toHoldLock(id), { mode: 'shared' }, () => end).catch(() => undefined);
    }
  });
  return () => {
    stop();
    resolve();
  };
}
