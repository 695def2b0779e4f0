import { computed, effect, signal, untracked, useComputed, type ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext, useEffect, useMemo, useRef } from 'preact/hooks';
import type { Item, TimelineDocument } from '#core/timeline/document.ts';
import { useEditor, type Editor } from '../editor.ts';
import { getChosenId } from '../transitions/chosen.ts';
import type { Moment } from './values/edits.ts';
import { isEqual } from './values/mixed.ts';

/** Some items: `items` as displayed, which includes gestures, and `targets` of the document, on which edits are based. */
export type Those<I extends Item> = {
  readonly items: ReadonlySignal<readonly I[]>;
  readonly targets: () => readonly I[];
};

/** The subject of the inspector: the selected items or the item of the selected transition, and the playhead. */
export type Subject = Those<Item> & {
  /** The playhead in seconds of the canvas, updated at most ten times a second. */
  readonly seconds: ReadonlySignal<number>;
  /** The current playhead. */
  readonly moment: () => Moment;
};

const SubjectContext = createContext<Subject | null>(null);
export const SubjectProvider = SubjectContext.Provider;

/** Returns the subject of the current inspector. Throws outside of an inspector. */
export function useSubject(): Subject {
  const subject = useContext(SubjectContext);
  if (!subject) {
    throw new TypeError('A part of the inspector must be rendered inside SubjectProvider.');
  }
  return subject;
}

/** Returns the selected items of a kind. */
export function useThose<I extends Item>(isOne: (item: Item) => item is I): Those<I> {
  const subject = useSubject();
  return useMemo(
    () => ({
      items: stableList(() => subject.items.value.filter(isOne)),
      targets: () => subject.targets().filter(isOne),
    }),
    [subject],
  );
}

/** Creates the subject of an editor, which lasts as long as the component. */
export function useNewSubject(editor: Editor): Subject {
  const { subject, follow } = useMemo(() => createSubject(editor), [editor]);
  useEffect(follow, [follow]);
  return subject;
}

function createSubject(editor: Editor): { readonly subject: Subject; readonly follow: () => () => void } {
  const { transport, document, shown } = editor;
  const getIds = (): readonly string[] => {
    const chosenId = getChosenId(editor);
    return chosenId === null ? editor.selection.value : [chosenId];
  };
  const seconds = signal(transport.seconds.peek());
  const subject: Subject = {
    items: stableList(() => findSelected(shown.value, getIds())),
    targets: () => findSelected(document.peek(), untracked(getIds)),
    seconds,
    moment: () => ({ seconds: transport.seconds.peek(), frameRate: document.peek().frameRate }),
  };
  return { subject, follow: () => followSlowly(transport.seconds, (value) => (seconds.value = value)) };
}

/** Returns the selected items, in the order of the document. */
export function findSelected({ tracks }: TimelineDocument, ids: readonly string[]): Item[] {
  const wanted = new Set(ids);
  return wanted.size === 0 ? [] : tracks.flatMap(({ items }) => items.filter(({ id }) => wanted.has(id)));
}

/**
 * A list that keeps its identity while it contains the same items, so that edits of other items do not re-render its readers.
 */
function stableList<I>(read: () => readonly I[]): ReadonlySignal<readonly I[]> {
  let last: readonly I[] = [];
  return computed(() => {
    const next = read();
    const isSame = next.length === last.length && next.every((item, index) => item === last[index]);
    last = isSame ? last : next;
    return last;
  });
}

/** A value that keeps its identity while it is equal, so that its readers re-render only for changes. */
export function useStable<T>(read: () => T): ReadonlySignal<T> {
  const last = useRef<{ readonly value: T } | null>(null);
  return useComputed(() => {
    const value = read();
    last.current = last.current && isEqual(last.current.value, value) ? last.current : { value };
    return last.current.value;
  });
}

/** Returns the frame rate of the canvas. */
export function useFrameRate(): number {
  const { document } = useEditor();
  return useComputed(() => document.value.frameRate).value;
}

/** The min time between two updates, in ms. */
const pauseMs = 100;

/** Forwards the changes of a signal at most every 100 ms, and always the last one. Returns an unsubscribe function. */
function followSlowly(source: ReadonlySignal<number>, tell: (value: number) => void): () => void {
  let toldAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tellNow = (): void => {
    timer = undefined;
    toldAt = performance.now();
    tell(source.peek());
  };
  const stop = effect(() => {
    void source.value;
    const wait = toldAt + pauseMs - performance.now();
    if (wait <= 0) {
      clearTimeout(timer);
      tellNow();
    } else {
      timer ??= setTimeout(tellNow, wait);
    }
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
