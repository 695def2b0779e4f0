import type { ReadonlySignal, Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { TimelineDocument } from '#core/timeline/document.ts';
import type { Edit } from '#core/timeline/edit.ts';
import type { DataOf } from '../client.ts';
import type { Layout } from './layout/layout.ts';
import type { Conflict, SavingState } from './session/sync.ts';
import type { StageView } from './stage/stage-view.ts';
import type { Transport } from './stage/transport.ts';
import type { TimelineView } from './timeline/timeline-view.ts';
import type { EditHistory } from './session/history.ts';

/** The files of a canvas, by the ids of their assets. */
type CanvasAssets = DataOf<'getCanvas'>['assets'];

/**
 * An open canvas in the editor. Panes read its signals and call its functions; only `session/` writes the document. Times are
 * seconds of the canvas, lengths its pixels.
 */
export type Editor = {
  readonly canvasId: string;
  /** With every edit that was made here, saved or not. */
  readonly document: ReadonlySignal<TimelineDocument>;
  /** What stage and timeline show: `document`, while a gesture lasts what it would make of it, or a version that is looked at. */
  readonly shown: ReadonlySignal<TimelineDocument>;
  readonly assets: ReadonlySignal<CanvasAssets>;
  /** Ids of the selected items, in the order in which they were selected. */
  readonly selection: Signal<readonly string[]>;
  readonly transport: Transport;
  readonly stage: StageView;
  readonly view: TimelineView;
  readonly layout: Layout;
  readonly history: EditHistory;
  /** Why the last edit was refused, in a sentence; null once another one is made. */
  readonly refusal: Signal<string | null>;
  /**
   * Makes one step of the history of all of the edits, or none: false, with the reason in `refusal`. `label` names the step
   * in the history, as "Move clip". `assets` are files that the edits name and the canvas has not had.
   */
  readonly apply: (edits: readonly Edit[], label: string, assets?: CanvasAssets) => boolean;
  /** While a gesture lasts, shows what the edits would make of `document`, and answers whether they can; null ends it. */
  readonly tryOut: (edits: readonly Edit[] | null) => boolean;
  /** Begins to follow the window; the answer ends it, and with it the editor. */
  readonly start: () => () => void;
  readonly saving: ReadonlySignal<SavingState>;
  /** The revision that the canvas on the server had when it was last heard of. */
  readonly revision: ReadonlySignal<number>;
  /** Resolves once all edits are on the server. Rejects with ApiError. */
  readonly save: () => Promise<void>;
  /** What was changed here and elsewhere and does not fit together, until `resolve` takes one of both. */
  readonly conflict: ReadonlySignal<Conflict | null>;
  readonly resolve: (choice: 'mine' | 'theirs') => Promise<void>;
  /** A version that is looked at: `shown` is it, and nothing is edited meanwhile. */
  readonly looking: Signal<LookedAt | null>;
  /** Makes the document another one, as one step of the history. */
  readonly restore: (document: TimelineDocument, label: string, assets: CanvasAssets) => void;
};

/** An earlier state of the canvas. */
export type LookedAt = Pick<DataOf<'getCanvasVersion'>, 'document' | 'assets'> & {
  readonly version: number;
  /** In milliseconds since 1970. */
  readonly createdAt: number;
};

const EditorContext = createContext<Editor | null>(null);

/** Gives the editor to the panes below. */
export const EditorProvider = EditorContext.Provider;

/** The editor whose pane this is. Throws outside of one. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) {
    throw new TypeError('A pane of the editor stands outside of one.');
  }
  return editor;
}
