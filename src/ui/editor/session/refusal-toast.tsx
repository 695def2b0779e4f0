import './session.css';
import { useSignal, useSignalEffect, type Signal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { VisualItem } from '#core/timeline/document.ts';
import { announce } from '#ui/app/announce.ts';
import { useEditor } from '../editor.ts';

const shownMs = 7000;
/** A warning has buttons, which take longer to reach. */
const shownWarningMs = 15_000;

/** Shows for a while, over the timeline, the reason of the last refused edit, and the transition that the last edit broke. */
export function RefusalToast() {
  const { refusal } = useEditor();
  const broken = useBroken();
  useSignalEffect(() => dismissLater(refusal, shownMs));
  useSignalEffect(() => dismissLater(broken, shownWarningMs));
  return (
    <div class="editor-toast" role="status">
      {refusal.value !== null && <p>{refusal.value}</p>}
      {refusal.value === null && broken.value && <Broken {...broken.value} dismiss={() => (broken.value = null)} />}
    </div>
  );
}

function dismissLater<T>(shown: Signal<T | null>, ms: number): (() => void) | undefined {
  if (shown.value === null) {
    return undefined;
  }
  const timer = setTimeout(() => (shown.value = null), ms);
  return () => clearTimeout(timer);
}

type BrokenTransition = { readonly item: VisualItem; readonly sentence: string };

/** Finds the transition that the last change of the document broke. The code for that is fetched at the first change. */
function useBroken(): Signal<BrokenTransition | null> {
  const { document } = useEditor();
  const broken = useSignal<BrokenTransition | null>(null);
  const last = useRef(document.peek());
  useSignalEffect(() => {
    const [before, after] = [last.current, document.value];
    last.current = after;
    const find = async (): Promise<void> => {
      const { findBroken, nameTransition } = await import('../transitions/problems.ts');
      const [item] = findBroken(before, after);
      if (after === document.peek()) {
        const sentence = item && `The ${nameTransition(item)} does not play: no clip ends where it starts.`;
        broken.value = item && sentence ? { item, sentence } : null;
        if (sentence) {
          announce(sentence);
        }
      }
    };
    if (before !== after) {
      find().catch(() => undefined);
    }
  });
  return broken;
}

function Broken({ item, sentence, dismiss }: BrokenTransition & { dismiss: () => void }) {
  const { history, apply } = useEditor();
  const remove = (): void => {
    dismiss();
    apply([{ type: 'set', itemId: item.id, properties: { transition: null } }], 'Remove transition');
  };
  return (
    <p class="editor-toast-choice">
      <span>{sentence}</span>
      <button type="button" class="link-button" onClick={history.undo}>
        Undo
      </button>
      <button type="button" class="link-button" onClick={remove}>
        Remove transition
      </button>
    </p>
  );
}
