import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Edit } from '#core/timeline/edit.ts';
import { useEditor, type Editor } from '../../editor.ts';

/** A change in progress: previewed at once, and applied as one step of the history at the end. */
export type Gesture = {
  /** The reason of a refusal, as a sentence; null without a refusal. */
  readonly problem: string | null;
  /** Whether a preview is shown that is not applied yet. */
  readonly isGoing: () => boolean;
  /** Previews the edits; an empty list shows the document as it is. */
  readonly show: (edits: readonly Edit[]) => void;
  /** Applies the last preview. */
  readonly finish: () => void;
  /** Discards the preview. */
  readonly cancel: () => void;
  /** Reports why a typed text is not a value, and discards the preview. */
  readonly refuse: (problem: string) => void;
};

/**
 * Creates the gesture of a control. A gesture in progress is finished when its control is removed, so that typed text is not
 * lost.
 */
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
  // A refusal for one item does not apply to the next one.
  useSignalEffect(() => {
    void editor.selection.value;
    problem.value = null;
  });
  return { ...gesture, problem: problem.value };
}

function createGesture(
  editor: Editor,
  getLabel: () => string,
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
      const isDone = edits.length === 0 || editor.apply(edits, getLabel());
      // If the selection changed meanwhile, the control belongs to other items: the page reports the refusal for the earlier
      // ones.
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

/** Reads the reason of a refused edit, which the control shows instead of the page. */
function takeRefusal({ refusal }: Editor): string | null {
  const text = refusal.peek();
  refusal.value = null;
  return text;
}
