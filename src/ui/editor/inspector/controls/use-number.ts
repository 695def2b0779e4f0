import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Change } from '../values/edits.ts';
import { mixed } from '../values/mixed.ts';
import type { Notation } from '../values/notation.ts';
import type { Bound } from './bound.ts';
import { useGesture } from './gesture.ts';
import { useScrub } from './use-scrub.ts';
import { useWholeText } from './use-whole-text.ts';

export type NumberProps = {
  /** What the value is called, as "Shadow blur". */
  readonly label: string;
  /** What is seen of that, as "Blur" among what belongs to the shadow. */
  readonly short?: string;
  readonly bound: Bound<number>;
  readonly notation: Notation;
  /** What a double click on the label brings back; absent where nothing is usual. */
  readonly initial?: number | undefined;
};

/**
 * A number that is typed, stepped with the arrow keys and dragged at its label. What is made of it is shown at once; Enter,
 * leaving and letting go keep it as one step of the history, Escape takes it back.
 */
export function useNumber(props: NumberProps) {
  const { bound, notation, initial } = props;
  const change = useNumberChange(props);
  const wholeText = useWholeText();
  const scrub = useScrub({
    onMove: (steps) => change.show(notation.add(steps)),
    onEnd: change.end,
    onDoubleClick: () => {
      if (initial !== undefined) {
        change.show(() => initial);
        change.end('finish');
      }
    },
  });
  const { value } = bound.value;
  const text = value === mixed ? '' : notation.format(value);
  return {
    ...change,
    scrub,
    text,
    input: {
      type: 'text',
      inputMode: 'decimal',
      autoComplete: 'off',
      spellcheck: false,
      value: change.draft ?? text,
      placeholder: value === mixed ? 'Mixed' : '',
      onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => change.type(currentTarget.value),
      ...wholeText,
      onBlur: () => change.end('finish'),
      onKeyDown: (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => onKey(event, change),
    } as const,
  };
}

type NumberChange = ReturnType<typeof useNumberChange>;

/** What is being made of a number, however that is done. */
function useNumberChange({ label, bound, notation }: NumberProps) {
  const gesture = useGesture(`Change ${label.toLowerCase()}`);
  const draft = useSignal<string | null>(null);
  const change = useRef<Change<number> | null>(null);
  const show = (next: Change<number>): void => {
    change.current = next;
    gesture.show(bound.toEdits(next));
  };
  return {
    problem: gesture.problem,
    /** What is typed; null while nothing is. */
    draft: draft.value,
    show,
    type: (text: string): void => {
      draft.value = text;
      const next = notation.parse(text);
      if (next) {
        show(next);
      } else {
        gesture.cancel();
        change.current = null;
      }
    },
    step: (steps: number): void => {
      const before = change.current ?? ((value: number) => value);
      draft.value = null;
      show((value) => notation.add(steps)(before(value)));
    },
    isGoing: (): boolean => draft.value !== null || change.current !== null,
    end: (how: 'finish' | 'cancel'): void => {
      const typed = draft.value?.trim() ?? '';
      if (how === 'finish' && typed !== '' && change.current === null) {
        gesture.refuse(`“${typed}” cannot be read: type ${notation.example}.`);
      } else {
        gesture[how]();
      }
      draft.value = null;
      change.current = null;
    },
  };
}

function onKey(event: KeyboardEvent & { currentTarget: HTMLInputElement }, change: NumberChange): void {
  const { key, shiftKey, altKey, currentTarget } = event;
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    event.preventDefault();
    change.step((key === 'ArrowUp' ? 1 : -1) * (shiftKey ? 10 : altKey ? 0.1 : 1));
  } else if (key === 'Enter') {
    change.end('finish');
    currentTarget.select();
  } else if (key === 'Escape' && change.isGoing()) {
    // The editor would take it as its own.
    event.stopPropagation();
    change.end('cancel');
  }
}
