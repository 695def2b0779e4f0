import type { ReadonlySignal, Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { TimelineDocument } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import type { DataOf } from '#ui/app/client.ts';
import type { Layout } from './layout/layout.ts';
import type { Conflict, SavingState } from './session/sync.ts';
import type { StageView } from './stage/stage-view.ts';
import type { Transport } from './stage/transport.ts';
import type { TimelineView } from './timeline/timeline-view.ts';
import type { EditHistory } from './session/history.ts';

/** The files of a canvas, by asset id. */
type CanvasAssets = DataOf<'getCanvas'>['assets'];

/**
 * An open canvas in the editor. Panes read its signals and call its functions; only `session/` writes the document. Times are in
 * seconds of the canvas, lengths in its pixels.
 */
export type Editor = {
  readonly canvasId: string;
  /** The canvas with every local edit, saved or not. */
  readonly document: ReadonlySignal<TimelineDocument>;
  /**
   * The document that stage and timeline show: `document`, the preview of a gesture in progress, or an earlier version that is
   * previewed.
   */
  readonly shown: ReadonlySignal<TimelineDocument>;
  readonly assets: ReadonlySignal<CanvasAssets>;
  /** Ids of the selected items, in selection order. */
  readonly selection: Signal<readonly string[]>;
  readonly transport: Transport;
  readonly stage: StageView;
  readonly view: TimelineView;
  readonly layout: Layout;
  readonly history: EditHistory;
  /** A sentence that explains why the last edit was refused; null after the next successful edit. */
  readonly refusal: Signal<string | null>;
  /**
   * Applies all of the edits as one step of the history, or none of them. Returns false after a refusal, with the reason in
   * `refusal`. `label` names the step in the history, for example "Move clip". `assets` contains files that the edits name and
   * that are new to the canvas.
   */
  readonly apply: (edits: readonly Edit[], label: string, assets?: CanvasAssets) => boolean;
  /** Previews the edits on `document` during a gesture, and returns whether they can be applied; null ends the preview. */
  readonly tryOut: (edits: readonly Edit[] | null) => boolean;
  /** Starts listening to the window. Returns a function that stops this, and the editor with it. */
  readonly start: () => () => void;
  readonly saving: ReadonlySignal<SavingState>;
  /** The last known revision of the canvas on the server. */
  readonly revision: ReadonlySignal<number>;
  /** Resolves once all edits are on the server. Rejects with OffcutError. */
  readonly save: () => Promise<void>;
  /** Local and remote changes that contradict each other, until `resolve` chooses one of the two. */
  readonly conflict: ReadonlySignal<Conflict | null>;
  readonly resolve: (choice: 'mine' | 'theirs') => Promise<void>;
  /** The version that is previewed: `shown` contains it, and editing is disabled meanwhile. */
  readonly shownVersion: Signal<ShownVersion | null>;
  /** Replaces the document, as one step of the history. */
  readonly restore: (document: TimelineDocument, label: string, assets: CanvasAssets) => void;
};

/** An earlier state of the canvas. */
export type ShownVersion = Pick<DataOf<'getCanvasVersion'>, 'document' | 'assets'> & {
  readonly version: number;
  /** The time of the version, in milliseconds since 1970. */
  readonly createdAt: number;
};

const EditorContext = createContext<Editor | null>(null);

/** Provides the editor to the panes below. */
export const EditorProvider = EditorContext.Provider;

/** Returns the editor of the current pane. Throws outside of an editor. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) {
    throw new TypeError('A pane of the editor must be rendered inside EditorProvider.');
  }
  return editor;
}
