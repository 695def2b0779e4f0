import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Edit } from '#core/timeline/edit.ts';
import { useEditor, type Editor } from '../../editor.ts';

/** One change while it is made: shown at once, and kept as one step of the history when it is done. */
export type Gesture = {
  /** Why it cannot be, in a sentence; null where it can. */
  readonly problem: string | null;
  /** Whether something is shown that is not kept yet. */
  readonly isGoing: () => boolean;
  /** Shows what the edits would do; with none, the document as it is. */
  readonly show: (edits: readonly Edit[]) => void;
  /** Keeps what was shown last. */
  readonly finish: () => void;
  /** Forgets it. */
  readonly cancel: () => void;
  /** Says why something that was typed is no value; nothing is shown of it. */
  readonly refuse: (problem: string) => void;
};

/** A gesture of a control that goes away while one lasts is finished: what was typed is not lost. */
export function useGesture(label: string): Gesture {
  const editor = useEditor();
  const problem = useSignal<string | null>(null);
  const latestLabel = useRef(label);
  latestLabel.current = label;
  const gesture = useMemo(
    () =>
      createGesture(
        editor,
        () => latestLabel.current,
        (said) => (problem.value = said),
      ),
    [editor],
  );
  useEffect(() => gesture.finish, [gesture]);
  // What could not be done with one item says nothing of the next.
  useSignalEffect(() => {
    void editor.selection.value;
    problem.value = null;
  });
  return { ...gesture, problem: problem.value };
}

function createGesture(
  editor: Editor,
  labelOf: () => string,
  tell: (problem: string | null) => void,
): Omit<Gesture, 'problem'> {
  let pending: { readonly edits: readonly Edit[]; readonly selection: readonly string[] } | null = null;
  const cancel = (): void => {
    if (pending) {
      pending = null;
      editor.tryOut(null);
    }
    tell(null);
  };
  return {
    isGoing: () => pending !== null,
    cancel,
    show: (edits) => {
      pending = { edits, selection: editor.selection.peek() };
      const isShown = editor.tryOut(edits.length === 0 ? null : edits);
      tell(isShown || edits.length === 0 ? null : takeRefusal(editor));
    },
    finish: () => {
      const { edits, selection } = pending ?? { edits: [], selection: [] };
      pending = null;
      const isDone = edits.length === 0 || editor.apply(edits, labelOf());
      // Where other items are selected by now, the control is theirs: the page tells why those before could not be changed.
      if (!isDone && editor.selection.peek() === selection) {
        tell(takeRefusal(editor));
      }
    },
    refuse: (said) => {
      cancel();
      tell(said);
    },
  };
}

/** Reads why an edit was refused, which the control tells then in place of the page. */
function takeRefusal({ refusal }: Editor): string | null {
  const text = refusal.peek();
  refusal.value = null;
  return text;
}
